import type { IncomingMessage } from 'node:http'
import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import type { Call, Receive } from './route.js'

/**
 * What a handler reads the body of a form with. An upload takes up to ten minutes: `again` finds out who calls, and what
 * the guard finds, once the body is there.
 */
export const receiver =
  <C extends Call>(
    call: C,
    request: IncomingMessage,
    again: () => Promise<Result<Pick<C, 'caller' | 'found'>, DomainError>>,
  ): Receive<C> =>
  async (read, discard) => {
    let isReceived = false
    try {
      const body = await read(request)
      if (!body.ok) return body
      const now = await again()
      if (!now.ok) return now
      isReceived = true
      return ok({ value: body.value, call: { ...call, ...now.value } })
    } finally {
      if (!isReceived) await discard?.()
    }
  }
