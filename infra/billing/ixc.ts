import { markedDocument } from '@guiche/contracts/bot/document.js'
import type { BillingError } from '@guiche/contracts/errors/billing.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { GuardedFetch } from '../http/guarded-fetch.js'
import {
  type Access,
  askSystem,
  type Billing,
  centsOf,
  dayOf,
  firstBills,
  jsonOf,
  lineOf,
  MOST_PDF,
  pdfOf,
  pixOf,
  type ReadBill,
  textAt,
  valueAt,
} from './billing.js'

/** Maximum of customers, and of bills, that are read. */
const MOST_CUSTOMERS = 5
const MOST_READ = 20

/** IXC Provedor: `webservice/v1`, with the token in Basic authorization. */
export const createIxc = (fetch: GuardedFetch, { ipixc, tokenixc }: Access<'ixc'>): Billing => {
  const base = `${ipixc.replace(/\/$/, '')}/webservice/v1`
  const call = (
    name: string,
    body: object,
    more: { readonly lists?: boolean; readonly most?: number } = {},
  ) =>
    askSystem(fetch, `${base}/${name}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(tokenixc).toString('base64')}`,
        ...(more.lists && { ixcsoft: 'listar' }),
      },
      body: JSON.stringify(body),
      ...(more.most !== undefined && { most: more.most }),
    })
  /** The rows of a table whose field has this value. */
  const rows = async (table: string, field: string, query: string, most: number, more: object = {}) => {
    const page = { qtype: `${table}.${field}`, query, oper: '=', page: '1', rp: String(most), ...more }
    const answered = await call(table, page, { lists: true })
    const read = answered.ok ? jsonOf(answered.value) : answered
    if (!read.ok) return read
    // IXC answers 200 with an error when the token may not read bills
    if (textAt(read.value, 'type') === 'error') return err('ERR_BILLING_REFUSED' as const)
    const found = valueAt(read.value, 'registros') ?? []
    // an answer without rows has no `registros` but a total; an unrelated page has no total
    const isList = Array.isArray(found) && valueAt(read.value, 'total') !== undefined
    return isList ? ok(found as readonly unknown[]) : err('ERR_BILLING_UNREADABLE' as const)
  }
  const pix = async (id: string): Promise<Result<string, BillingError>> => {
    const answered = await call('get_pix', { id_areceber: id })
    const read = answered.ok ? jsonOf(answered.value) : answered
    return read.ok ? ok(pixOf(textAt(valueAt(valueAt(read.value, 'pix'), 'qrCode'), 'qrcode'))) : read
  }
  /** The answer is the file in base64, raw or as a JSON string. */
  const pdf = async (id: string): Promise<Buffer | null> => {
    const wanted = {
      boletos: id,
      juro: 'N',
      multa: 'N',
      atualiza_boleto: 'N',
      tipo_boleto: 'arquivo',
      base64: 'S',
    }
    const answered = await call('get_boleto', wanted, { most: 2 * MOST_PDF })
    if (!answered.ok) return null
    const text = answered.value.body.toString('latin1').replace(/^[\s"]+|[\s"]+$/g, '')
    return pdfOf(Buffer.from(text.replaceAll('\\/', '/'), 'base64'))
  }
  const billOf = async (row: unknown): Promise<ReadBill> => {
    const id = textAt(row, 'id')
    // the line is made with the boleto, which may not have been printed yet
    const [code, file] = await Promise.all([pix(id), pdf(id)])
    return {
      cents: centsOf(textAt(row, 'valor')),
      due: dayOf(textAt(row, 'data_vencimento')),
      line: lineOf(textAt(row, 'linha_digitavel')),
      pix: code.ok ? code.value : '',
      pdf: file,
      fault: code.ok ? null : code.error,
    }
  }

  return {
    openBills: async (document) => {
      const customers = await rows('cliente', 'cnpj_cpf', markedDocument(document), MOST_CUSTOMERS)
      if (!customers.ok) return customers
      const open: unknown[] = []
      for (const customer of customers.value) {
        const owed = await rows('fn_areceber', 'id_cliente', textAt(customer, 'id'), MOST_READ, {
          sortname: 'fn_areceber.data_vencimento',
          sortorder: 'asc',
          grid_param: JSON.stringify([{ TB: 'fn_areceber.status', OP: '=', P: 'A' }]),
        })
        if (!owed.ok) return owed
        open.push(...owed.value.filter((row) => textAt(row, 'status') === 'A'))
      }
      return firstBills(open, 'data_vencimento', billOf)
    },
  }
}
