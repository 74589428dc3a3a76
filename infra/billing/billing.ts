import { type Bill, byDue, MOST_BILLS } from '@guiche/contracts/bot/bills.js'
import type { BillingError } from '@guiche/contracts/errors/billing.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { BILLING_SETTINGS, BillingSystem } from '@guiche/contracts/settings/settings.js'
import type { Answer, Call, CallFault, GuardedFetch } from '../http/guarded-fetch.js'

/** A bill with its PDF, if the system has one. */
export interface FoundBill extends Bill {
  readonly pdf: Buffer | null
}
export type FoundBills = Result<readonly FoundBill[], BillingError>
/** A bill that an adapter has read. `fault`: the system could not be asked for a part of the bill. */
export interface ReadBill extends FoundBill {
  readonly fault?: BillingError | null
}

/**
 * A billing system: knows the debts of a company's customers. Never rejects; its results contain no document
 * and no token.
 */
export interface Billing {
  /** The open bills of a CPF or CNPJ (digits only), earliest due date first; [] without bills. */
  openBills(document: string): Promise<FoundBills>
}

/** The values of a system's settings, secrets in clear. */
export type Access<S extends BillingSystem> = Readonly<Record<(typeof BILLING_SETTINGS)[S][number], string>>

/** Maximum size of a PDF in bytes. */
export const MOST_PDF = 5_000_000

const ERROR_OF_FAULT: Readonly<Record<CallFault, BillingError>> = {
  forbidden: 'ERR_BILLING_FORBIDDEN',
  unreachable: 'ERR_BILLING_UNREACHABLE',
  timeout: 'ERR_BILLING_TIMEOUT',
  'too-large': 'ERR_BILLING_UNREADABLE',
}

/**
 * Calls a system. An answer with a status of 300 or more is a fault, unless `isAnswer` accepts the status.
 */
export const askSystem = async (
  fetch: GuardedFetch,
  address: string,
  call: Call,
  isAnswer: (status: number) => boolean = () => false,
): Promise<Result<Answer, BillingError>> => {
  const done = await fetch(address, call)
  if (!done.ok) return err(ERROR_OF_FAULT[done.error])
  const { status } = done.value
  if ((status >= 200 && status < 300) || isAnswer(status)) return done
  if (status === 401 || status === 403) return err('ERR_BILLING_REFUSED')
  return err(status >= 500 || status === 429 ? 'ERR_BILLING_UNREACHABLE' : 'ERR_BILLING_UNREADABLE')
}

/** Parses an answer as JSON. Error: ERR_BILLING_UNREADABLE. */
export const jsonOf = ({ body }: Answer): Result<unknown, BillingError> => {
  try {
    return ok(JSON.parse(body.toString('utf8')) as unknown)
  } catch {
    return err('ERR_BILLING_UNREADABLE')
  }
}

/** The value under a name; undefined without one. */
export const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
/** The list under a name; empty without one. */
export const listAt = (value: unknown, name: string): readonly unknown[] => {
  const found = valueAt(value, name)
  return Array.isArray(found) ? found : []
}
/** The text or number under a name as text, trimmed. */
export const textAt = (value: unknown, name: string): string => {
  const found = valueAt(value, name)
  return typeof found === 'string' ? found.trim() : typeof found === 'number' ? String(found) : ''
}

/** Whole cents of a system's amount (`99.90`); null for an invalid one. */
export const centsOf = (amount: string): number | null => {
  const value = Number(amount)
  return amount === '' || !Number.isFinite(value) || value < 0 || value > 1e9 ? null : Math.round(value * 100)
}
/** The day of a date or moment; null for any other text. */
export const dayOf = (moment: string): string | null => /^\d{4}-\d{2}-\d{2}/.exec(moment)?.[0] ?? null
/** A payment line (digits); '' for other text. */
export const lineOf = (line: string): string => (/^[0-9][0-9. -]{42,70}$/.test(line) ? line : '')
/** The text of a Pix code; '' for other text. */
export const pixOf = (pix: string): string => (/^000201[\x20-\x7e]{20,900}$/.test(pix) ? pix : '')

/** The bytes if they are a PDF, else null. */
export const pdfOf = (bytes: Buffer): Buffer | null =>
  bytes.length <= MOST_PDF && bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? bytes : null

const isPayable = ({ line, pix, pdf }: FoundBill): boolean => line !== '' || pix !== '' || pdf !== null

/**
 * The bills of rows, earliest due date first: at most one more than the bot sends, to show that more exist. If nobody could
 * pay any of the bills that the bot would send, the lookup has failed. `dueField`: the row's field with the date. `billOf`
 * may ask the system for more about each row.
 */
export const firstBills = async (
  rows: readonly unknown[],
  dueField: string,
  billOf: (row: unknown) => ReadBill | Promise<ReadBill>,
): Promise<FoundBills> => {
  const inOrder = rows.toSorted((a, b) => textAt(a, dueField).localeCompare(textAt(b, dueField)))
  const bills = (await Promise.all(inOrder.slice(0, MOST_BILLS + 1).map(billOf))).toSorted(byDue)
  const sent = bills.slice(0, MOST_BILLS)
  if (sent.length > 0 && !sent.some(isPayable))
    return err(sent.find(({ fault }) => fault)?.fault ?? 'ERR_BILLING_UNREADABLE')
  return ok(bills.map(({ fault: _, ...bill }) => bill))
}
