import type { ViewName } from '@guiche/contracts/collections.js'
import { ok } from '@guiche/contracts/result.js'
import type { Answer, Reply } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'

/** Longest wait for the views, in milliseconds; after that a command is answered as accepted. */
const WAIT_MS = 5000

/** The header that tells a client how far the log had come: a place, as `Records.place` gives it. */
export const positionHeader = (place: string): Record<string, string> => ({ 'X-Position': place })

export interface ShownOptions {
  /** views that the answer is made of */
  readonly views: readonly ViewName[]
  readonly companyId: number
  /** of the last event of the command, as the kernel gives it */
  readonly position: string
  /** what a 202 names when the views are late */
  readonly id: number | string
  readonly status?: number
  readonly headers?: Reply['headers']
  /** makes the body once the views are there; null when the record is gone again, which is answered as accepted */
  readonly body: () => Promise<unknown>
}

/**
 * Answers a command with what it changed, as soon as the views show it; after 5 s with 202 and `{id}`: accepted, not
 * shown yet.
 */
export const replyWhenShown = async (
  records: Pick<Records, 'waitFor' | 'place'>,
  options: ShownOptions,
): Promise<Answer> => {
  const place = records.place(options.companyId, options.position)
  const headers = { ...options.headers, ...positionHeader(place) }
  const shown = await records.waitFor(options.views, place, WAIT_MS)
  const body = shown ? await options.body() : null
  if (body === null) return ok({ status: 202, body: { id: options.id }, headers })
  return ok({ status: options.status ?? 200, body, headers })
}
