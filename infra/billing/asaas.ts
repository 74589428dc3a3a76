import { err, ok } from '@guiche/contracts/result.js'
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

/** The key itself says its server: production or sandbox. */
const PRODUCTION = 'https://api.asaas.com'
const SANDBOX = 'https://api-sandbox.asaas.com'
const serverOf = (key: string): string => (key.includes('_hmlg_') ? SANDBOX : PRODUCTION)

/** Maximum of customers read: one person may be registered several times. */
const MOST_CUSTOMERS = 5
const STATUSES = ['OVERDUE', 'PENDING']

/** Asaas: `v3`, with the key in a header. `server`: the address of a test server. */
export const createAsaas = (
  fetch: GuardedFetch,
  { asaas }: Access<'asaas'>,
  server: string = serverOf(asaas),
): Billing => {
  const get = async (path: string) => {
    const headers = { access_token: asaas, 'User-Agent': 'guiche', Accept: 'application/json' }
    const answered = await askSystem(fetch, `${server}/v3/${path}`, { headers })
    return answered.ok ? jsonOf(answered.value) : answered
  }
  const list = async (path: string) => {
    const read = await get(path)
    if (!read.ok) return read
    const found = valueAt(read.value, 'data')
    return Array.isArray(found) ? ok(found as readonly unknown[]) : err('ERR_BILLING_UNREADABLE' as const)
  }
  /** Sends no key: the file is on another host, and its address alone gives access. */
  const pdf = async (address: string): Promise<Buffer | null> => {
    if (address === '') return null
    const answered = await askSystem(fetch, address, { most: MOST_PDF })
    return answered.ok ? pdfOf(answered.value.body) : null
  }
  const billOf = async (payment: unknown): Promise<ReadBill> => {
    const path = `payments/${encodeURIComponent(textAt(payment, 'id'))}`
    // a payment by Pix alone has no payment line, and a payment by boleto alone no Pix code: the system then
    // answers with an error
    const [line, code, file] = await Promise.all([
      get(`${path}/identificationField`),
      get(`${path}/pixQrCode`),
      pdf(textAt(payment, 'bankSlipUrl')),
    ])
    return {
      cents: centsOf(textAt(payment, 'value')),
      due: dayOf(textAt(payment, 'dueDate')),
      line: line.ok ? lineOf(textAt(line.value, 'identificationField')) : '',
      pix: code.ok ? pixOf(textAt(code.value, 'payload')) : '',
      pdf: file,
      fault: line.ok ? (code.ok ? null : code.error) : line.error,
    }
  }

  return {
    openBills: async (document) => {
      const customers = await list(
        `customers?cpfCnpj=${encodeURIComponent(document)}&limit=${MOST_CUSTOMERS}`,
      )
      if (!customers.ok) return customers
      const open: unknown[] = []
      for (const customer of customers.value) {
        for (const status of STATUSES) {
          const id = encodeURIComponent(textAt(customer, 'id'))
          const payments = await list(`payments?customer=${id}&status=${status}&limit=100`)
          if (!payments.ok) return payments
          open.push(...payments.value)
        }
      }
      return firstBills(open, 'dueDate', billOf)
    },
  }
}
