import { ERRORS, type ErrorCode } from '@guiche/contracts/errors.js'
import { fillPlaceholders } from '@guiche/contracts/words/fill.js'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { currentLanguage } from '../i18n/i18n.js'

/**
 * A failed call. `status` 0: the server was not reached. `code`: a code of contracts/errors.ts, else the raw
 * text.
 */
export interface ApiError {
  readonly status: number
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>>
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)
const ISO = /^\d{4}-\d{2}-\d{2}T/

/** A detail as text: a day, the name of a plan's feature, else unchanged. */
const detailText = (value: unknown, name: string): string => {
  if (name === 'feature') return i18next.t(`plans:field.${value}`)
  return typeof value === 'string' && ISO.test(value)
    ? dayjs(value).format('DD/MM/YYYY')
    : String(value ?? '')
}

const TICKET_CHANGED: ErrorCode = 'ERR_TICKET_CHANGED'

/** The text of a code in the present language, with its details filled in; null for an unknown code. */
export const codeText = (code: string, details: ApiError['details'] = {}): string | null =>
  isCode(code)
    ? fillPlaceholders(ERRORS[code][currentLanguage()], (name) => detailText(details[name], name))
    : null

/** Maximum of characters of a code shown for the support. */
const CODE_SHOWN = 80
const forSupport = (text: string, code: string): string =>
  `${text} ${i18next.t('common:error.code', { code: code.slice(0, CODE_SHOWN) })}`
/** Errors whose text names a field of the API: useless to users who do not see the field. */
const OF_FIELDS: ReadonlySet<string> = new Set<ErrorCode>(['ERR_VALIDATION', 'ERR_FIELD_NOT_SUPPORTED'])

/** A ticket's move with its user, as the beginning of a sentence. */
const didText = (details: ApiError['details'] = {}): string => {
  const { what = 'moved' } = details
  const name = String(details.name ?? '') || i18next.t('inbox:did.nobody')
  return i18next.t(`inbox:did.${what}`, { name })
}

/** The text of an error code. Unknown codes give a general text, with the code for the support. */
export const reasonText = (code: string, details: ApiError['details'] = {}): string =>
  codeText(code, code === TICKET_CHANGED ? { ...details, did: didText(details) } : details) ??
  forSupport(i18next.t('common:error.unknown'), code)

/** Further errors in the details of an error. */
const furtherIn = (details: ApiError['details'] = {}): readonly ApiError[] =>
  (details.further as readonly ApiError[] | undefined) ?? []

/** The text of a failed call. */
export const errorText = ({ status, code, details }: ApiError): string => {
  if (status === 0) return i18next.t('common:error.offline')
  if (OF_FIELDS.has(code))
    return forSupport(i18next.t('common:valid.refused'), `${code} ${details?.field ?? ''}`.trim())
  const all = [{ code: code || `HTTP ${status}`, details }, ...furtherIn(details)]
  return all.map((one) => reasonText(one.code, one.details)).join(' ')
}

/** The conflicting ticket is JSON in the place of the error's code. */
const conflictingTicket = (error: string): ApiError['details'] | null => {
  if (!error.startsWith('{')) return null
  try {
    return JSON.parse(error)
  } catch {
    return null
  }
}

/** Makes an ApiError of any answer of a server. */
export const toApiError = (status: number, body: unknown): ApiError => {
  const { error, details } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown
    details?: ApiError['details']
  }
  const code = typeof error === 'string' ? error : ''
  const ticket = conflictingTicket(code)
  if (ticket !== null) return { status, code: 'ERR_OTHER_OPEN_TICKET', details: ticket }
  return details === undefined ? { status, code } : { status, code, details }
}
