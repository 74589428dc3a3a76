import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificate } from '../../certificate.js'

/** A bill in the test double. */
export interface OwedBill {
  readonly id: string
  readonly value: string
  /** yyyy-MM-dd */
  readonly due: string
  readonly line: string
  readonly pix: string
  readonly isPaid?: boolean
}

export const LINE = '34191.79001 01043.510047 91020.150008 5 96610000009990'
export const PIX = '00020126580014br.gov.bcb.pix0136b76aa9c2-2ec4-4110-954e-ebfe34f05b61520400005303986'
export const PDF = Buffer.from('%PDF-1.4\nboleto\n%%EOF')
export const TOKEN = 'header.payload.signature'
export const IXC_TOKEN = '12:ixc-canary'
export const MKAUTH = { id: 'Client_Id_1', secret: 'Client_Secret_canary' }
export const ASAAS_KEY = '$aact_prod_canary'

interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}
interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

const jsonReply = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) })
const basicCredentials = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

/**
 * Test doubles of the three billing systems, with the routes that we use and the real response formats. `owed`: open and paid
 * bills by document number. IXC has the punctuation, the others do not.
 */
export const startBillingDoubles = async () => {
  const owed = new Map<string, readonly OwedBill[]>()
  const calls: ReceivedRequest[] = []
  /** replaces the response of a system */
  const fault: { reply: ((asked: ReceivedRequest) => Reply | null | Promise<Reply | null>) | null } = {
    reply: null,
  }
  const billsOf = (document: string): readonly OwedBill[] => owed.get(document) ?? []
  const documents = (): readonly string[] => [...owed.keys()]
  const { key, certificate } = createCertificate('127.0.0.1')
  let origin = ''

  const ixc = ({ path, headers, body }: ReceivedRequest): Reply => {
    if (headers.authorization !== basicCredentials(IXC_TOKEN)) return { status: 401, body: 'Unauthorized' }
    const page = (rows: readonly object[]): Reply =>
      jsonReply({ page: '1', total: String(rows.length), ...(rows.length > 0 && { registros: rows }) })
    if (path.endsWith('/cliente')) {
      const place = documents().indexOf(String(body.query))
      return page(place < 0 ? [] : [{ id: String(place + 1), razao: 'Carla' }])
    }
    if (path.endsWith('/fn_areceber')) {
      const bills = billsOf(documents()[Number(body.query) - 1] ?? '')
      return page(
        bills.map(({ id, value, due, line, isPaid }) => ({
          ...{ id, valor: value, data_vencimento: due, linha_digitavel: line },
          status: isPaid ? 'R' : 'A',
        })),
      )
    }
    const id = String(body.id_areceber ?? body.boletos)
    const bill = [...owed.values()].flat().find((one) => one.id === id)
    if (path.endsWith('/get_pix')) {
      return bill?.pix
        ? jsonReply({ type: 'success', pix: { qrCode: { qrcode: bill.pix } } })
        : jsonReply({ type: 'error' })
    }
    return { body: PDF.toString('base64') }
  }
  const mkauth = ({ path, headers }: ReceivedRequest): Reply => {
    if (path === '/api/') {
      return headers.authorization === basicCredentials(`${MKAUTH.id}:${MKAUTH.secret}`)
        ? { body: `${TOKEN}\n` }
        : { body: '{"mensagem":"Acesso negado"}' }
    }
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: '' }
    const bills = billsOf(path.split('/').at(-1) ?? '')
    if (bills.length === 0) return jsonReply({ mensagem: 'Registro não encontrado' })
    return jsonReply({
      titulos: bills.map(({ id, value, due, line, pix, isPaid }) => ({
        ...{ titulo: id, valor: value, datavenc: `${due} 00:00:00`, linhadig: line, pix },
        status: isPaid ? 'pago' : 'aberto',
      })),
    })
  }
  const asaas = ({ path, headers }: ReceivedRequest): Reply => {
    const { pathname, searchParams } = new URL(path, origin)
    if (pathname.startsWith('/b/pdf/')) return { headers: { 'Content-Type': 'application/pdf' }, body: PDF }
    if (headers.access_token !== ASAAS_KEY)
      return jsonReply({ errors: [{ code: 'invalid_access_token' }] }, 401)
    const list = (data: readonly object[]) => jsonReply({ object: 'list', totalCount: data.length, data })
    const [, , , id, what] = pathname.split('/')
    if (pathname === '/v3/customers') {
      const document = searchParams.get('cpfCnpj') ?? ''
      return list(owed.has(document) ? [{ id: `cus_${document}` }] : [])
    }
    if (pathname === '/v3/payments') {
      const bills = billsOf((searchParams.get('customer') ?? '').slice(4))
      const status = searchParams.get('status')
      const statusOf = ({ due, isPaid }: OwedBill) =>
        isPaid ? 'RECEIVED' : due < '2026-03-02' ? 'OVERDUE' : 'PENDING'
      return list(
        bills
          .filter((bill) => statusOf(bill) === status)
          .map(({ id: bill, value, due }) => ({
            ...{ id: bill, value: Number(value), dueDate: due, bankSlipUrl: `${origin}/b/pdf/${bill}` },
          })),
      )
    }
    const bill = [...owed.values()].flat().find((one) => one.id === id)
    if (what === 'identificationField') {
      return bill?.line ? jsonReply({ identificationField: bill.line }) : jsonReply({ errors: [] }, 400)
    }
    return bill?.pix ? jsonReply({ success: true, payload: bill.pix }) : jsonReply({ errors: [] }, 404)
  }
  const answer = async (asked: ReceivedRequest): Promise<Reply> => {
    const failing = await fault.reply?.(asked)
    if (failing) return failing
    if (asked.path.startsWith('/webservice/v1/')) return ixc(asked)
    return asked.path.startsWith('/api/') ? mkauth(asked) : asaas(asked)
  }

  const server = createServer({ key, cert: certificate }, (call, response) => {
    const chunks: Buffer[] = []
    call.on('data', (chunk: Buffer) => chunks.push(chunk))
    call.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const asked = { path: call.url ?? '', headers: call.headers, body: text === '' ? {} : JSON.parse(text) }
      calls.push(asked)
      void answer(asked).then(({ status = 200, headers = {}, body }) =>
        response.writeHead(status, headers).end(body),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** the certificate that clients must trust */
    ca: certificate,
    owed,
    calls,
    fault,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type BillingDoubles = Awaited<ReturnType<typeof startBillingDoubles>>
