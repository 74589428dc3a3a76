import type { ErrorCode } from '@guiche/contracts/errors.js'
import { currentLanguage } from '../i18n/i18n.js'
import { newId } from './ids.js'
import { positions } from './position.js'
import type { Request } from './request.js'

/** A raw answer. `status` 0: the server was not reached. */
export interface RawAnswer {
  readonly status: number
  readonly body: unknown
  readonly position: string | null
  readonly messageId: string | null
  /** seconds, or null */
  readonly retryAfter: number | null
}

const NOT_REACHED: RawAnswer = { status: 0, body: null, position: null, messageId: null, retryAfter: null }

/** Statuses by which a proxy answers for an absent server. */
const PROXY_STATUSES = new Set([502, 503, 504])
const PROXYS_WORD: Pick<RawAnswer, 'status' | 'body' | 'retryAfter'> = {
  status: 503,
  body: { error: 'ERR_UNAVAILABLE' satisfies ErrorCode },
  retryAfter: 1,
}

/** The answer, with a proxy's own errors in the server's format. */
const withProxyErrors = (answer: RawAnswer): RawAnswer => {
  const isOurs = typeof (answer.body as { error?: unknown } | null)?.error === 'string'
  return PROXY_STATUSES.has(answer.status) && !isOurs ? { ...answer, ...PROXYS_WORD } : answer
}

const addressOf = ({ url, query = {} }: Request): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `/api${url}${text === '' ? '' : `?${text}`}`
}

const headersOf = (request: Request, token: string | null): Record<string, string> => {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    // texts from the server, such as CSV files, use the shown language
    'Accept-Language': currentLanguage(),
    'X-Request-Id': newId(),
  }
  if (token !== null) headers.Authorization = `Bearer ${token}`
  if (request.idempotencyKey !== undefined) headers['Idempotency-Key'] = request.idempotencyKey
  if (request.seen !== undefined) headers['X-Seen-Position'] = request.seen
  const minimum = positions.minimum()
  if ((request.method ?? 'GET') === 'GET' && minimum !== null) headers['X-Min-Position'] = minimum
  if (request.body !== undefined && !(request.body instanceof FormData))
    headers['Content-Type'] = 'application/json'
  return headers
}

const parseJson = (text: string): unknown => {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isCsv = (response: Response): boolean =>
  response.headers.get('Content-Type')?.startsWith('text/csv') ?? false

const secondsOf = (header: string | null): number | null => (header === null ? null : Number(header) || 1)

const viaFetch = async (request: Request, token: string | null, signal: AbortSignal): Promise<RawAnswer> => {
  const { body } = request
  const response = await fetch(addressOf(request), {
    method: request.method ?? 'GET',
    headers: headersOf(request, token),
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    credentials: 'same-origin',
    signal,
  })
  return {
    status: response.status,
    body: isCsv(response) ? await response.text() : parseJson(await response.text()),
    position: response.headers.get('X-Position'),
    messageId: response.headers.get('X-Message-Id'),
    retryAfter: secondsOf(response.headers.get('Retry-After')),
  }
}

/** fetch reports no progress of an upload; XMLHttpRequest does. */
const viaXhr = (
  request: Request & { body: FormData },
  token: string | null,
  signal: AbortSignal,
): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const xhr = new XMLHttpRequest()
    xhr.open(request.method ?? 'POST', addressOf(request))
    for (const [name, value] of Object.entries(headersOf(request, token))) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && request.onProgress?.(loaded / total)
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        body: parseJson(xhr.responseText),
        position: xhr.getResponseHeader('X-Position'),
        messageId: xhr.getResponseHeader('X-Message-Id'),
        retryAfter: secondsOf(xhr.getResponseHeader('Retry-After')),
      })
    xhr.onerror = () => resolve(NOT_REACHED)
    xhr.onabort = () => resolve(NOT_REACHED)
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(request.body)
  })

/** A signal that also aborts after `patience` without a `sign` of the server; `end` stops the timer. */
const withPatience = (patience: number | undefined, signal?: AbortSignal) => {
  const limit = new AbortController()
  const abort = (): void => limit.abort()
  let clock: ReturnType<typeof setTimeout> | undefined
  const sign = (): void => {
    clearTimeout(clock)
    if (patience !== undefined) clock = setTimeout(abort, patience)
  }
  sign()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: limit.signal,
    sign,
    end: (): void => {
      clearTimeout(clock)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** Sends one attempt of a call; never throws. */
export const sendOnce = async (
  request: Request,
  token: string | null,
  aborted?: AbortSignal,
): Promise<RawAnswer> => {
  const { body, onProgress, patience } = request
  const { signal, sign, end } = withPatience(patience, aborted)
  try {
    signal.throwIfAborted()
    if (!(body instanceof FormData) || onProgress === undefined)
      return withProxyErrors(await viaFetch(request, token, signal))
    const told = (share: number): void => {
      sign()
      onProgress(share)
    }
    return withProxyErrors(await viaXhr({ ...request, body, onProgress: told }, token, signal))
  } catch {
    return NOT_REACHED
  } finally {
    end()
  }
}
