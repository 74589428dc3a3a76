import type { BillingError } from '@guiche/contracts/errors/billing.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { GuardedFetch } from '../http/guarded-fetch.js'
import {
  type Access,
  askSystem,
  type Billing,
  centsOf,
  dayOf,
  type FoundBill,
  firstBills,
  jsonOf,
  lineOf,
  listAt,
  pixOf,
  textAt,
} from './billing.js'

const OPEN = ['aberto', 'vencido']

/**
 * MK-AUTH: each query needs a token, which the system gives for the client's id and secret. MK-AUTH has no
 * PDF of a bill.
 */
export const createMkAuth = (
  fetch: GuardedFetch,
  { ipmkauth, clientidmkauth, clientsecretmkauth }: Access<'mkauth'>,
): Billing => {
  const base = `${ipmkauth.replace(/\/$/, '')}/api`
  const newToken = async (): Promise<Result<string, BillingError>> => {
    const basic = Buffer.from(`${clientidmkauth}:${clientsecretmkauth}`).toString('base64')
    const answered = await askSystem(fetch, `${base}/`, { headers: { Authorization: `Basic ${basic}` } })
    if (!answered.ok) return answered
    const token = answered.value.body.toString('latin1').trim()
    return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? ok(token) : err('ERR_BILLING_REFUSED')
  }
  return {
    openBills: async (document) => {
      const token = await newToken()
      if (!token.ok) return token
      const headers = { Authorization: `Bearer ${token.value}` }
      // an unknown customer gives 404, or a message instead of bills
      const isUnknown = (status: number) => status === 404
      const answered = await askSystem(fetch, `${base}/titulo/titulos/${document}`, { headers }, isUnknown)
      const read = answered.ok ? jsonOf(answered.value) : answered
      if (!read.ok) return read
      const titles = listAt(read.value, 'titulos')
      if (titles.length === 0 && textAt(read.value, 'mensagem') === '') return err('ERR_BILLING_UNREADABLE')
      const open = titles.filter((title) => OPEN.includes(textAt(title, 'status')))
      const billOf = (title: unknown): FoundBill => ({
        cents: centsOf(textAt(title, 'valor')),
        due: dayOf(textAt(title, 'datavenc')),
        line: lineOf(textAt(title, 'linhadig')),
        pix: pixOf(textAt(title, 'pix')),
        pdf: null,
      })
      return firstBills(open, 'datavenc', billOf)
    },
  }
}
