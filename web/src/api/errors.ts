import { ERRORS, type ErrorCode } from '@guiche/contracts/errors.js'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { currentLanguage } from '../i18n/i18n.js'

/** A failed call. `status` 0: the server was not reached. `code` is one of contracts/errors.ts, else the raw text. */
export interface ApiError {
  readonly status: number
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>>
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)
const ISO = /^\d{4}-\d{2}-\d{2}T/

const shown = (value: unknown): string =>
  typeof value === 'string' && ISO.test(value) ? dayjs(value).format('DD/MM/YYYY') : String(value ?? '')

/** The text of a code in the language shown, with its details put in; null for an unknown code. */
export const codeText = (code: string, details: ApiError['details'] = {}): string | null =>
  isCode(code)
    ? ERRORS[code][currentLanguage()].replace(/\{\{(\w+)\}\}/g, (_all, name: string) => shown(details[name]))
    : null

/** What a person reads of a failed call: the known text, else the raw one, else 'An error occurred!'. */
export const errorText = (error: ApiError): string => {
  if (error.status === 0) return i18next.t('common:error.offline')
  return codeText(error.code, error.details) ?? (error.code || i18next.t('common:error.unknown'))
}

/** The ticket in the way of another one stands as JSON where other errors have their code. */
const inTheWay = (error: string): ApiError['details'] | null => {
  if (!error.startsWith('{')) return null
  try {
    return JSON.parse(error)
  } catch {
    return null
  }
}

/** Makes an ApiError of whatever a server answered. */
export const toApiError = (status: number, body: unknown): ApiError => {
  const { error, details } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown
    details?: ApiError['details']
  }
  const code = typeof error === 'string' ? error : ''
  const ticket = inTheWay(code)
  if (ticket !== null) return { status, code: 'ERR_OTHER_OPEN_TICKET', details: ticket }
  return details === undefined ? { status, code } : { status, code, details }
}

/** Whether something thrown by `unwrap()` is a failed call with this code. */
export const failedWith = (failure: unknown, code: ErrorCode): failure is ApiError =>
  typeof failure === 'object' && failure !== null && (failure as ApiError).code === code
