import type { IncomingMessage } from 'node:http'
import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import type { Call, ReceiveBody } from './route.js'

/**
 * Makes a handler's function to read the body of a form. An upload takes at most ten minutes. `again` checks
 * caller and guard again after the body.
 */
export const createReceiver =
  <C extends Call>(
    call: C,
    request: IncomingMessage,
    again: () => Promise<Result<Pick<C, 'caller' | 'found'>, DomainError>>,
  ): ReceiveBody<C> =>
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
