import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { ONE_FILE } from '@guiche/contracts/files/forms.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { routes } from '@guiche/contracts/routes/route.js'
import type { ApiCaller, Caller } from '@guiche/contracts/users/permissions.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import express from 'express'
import { pino } from 'pino'
import { NO_PLAN } from '../testing/no-plan.js'
import { sendFirstHalf } from '../testing/partial-request.js'
import { apiErrors } from './errors.js'
import { mountRoutes } from './mount.js'
import { serving } from './route.js'

const FORMS = routes({
  'POST /uploads/:ticketId': {
    allow: 'supervisor',
    on: 'ticket',
    form: ONE_FILE,
    errors: ['ERR_NO_TICKET_FOUND'],
    summary: 'a form',
  },
  'POST /programs': {
    allow: 'api token',
    form: ONE_FILE,
    errors: ['ERR_API_TOKEN'],
    summary: 'a form of a program',
  },
})
const EVA: Caller = {
  ...{ userId: 1, companyId: 7, profile: 'supervisor', super: false, allTicket: false, queueIds: [3] },
  sessionId: 'eva',
}
const PROGRAM: ApiCaller = { companyId: 7, connectionId: 9, tokenId: 't' }
const logger = pino({ level: 'silent' })
const readBody = async (request: IncomingMessage): Promise<Result<string, DomainError>> => {
  const body = await text(request)
  return body.includes('broken') ? err(domainError('ERR_VALIDATION', { field: 'body' })) : ok(body)
}

/** Current data: Eva by access token and by session, the ticket, and the API token. */
let now: {
  token: Result<Caller, DomainError>
  session: Result<Caller, DomainError> | Error
  ticket: Result<string, DomainError>
  program: Result<ApiCaller, DomainError>
}
let done: unknown[]
let discarded: number
let server: Server
beforeEach(() => {
  now = { token: ok(EVA), session: ok(EVA), ticket: ok('of Eva'), program: ok(PROGRAM) }
  done = []
  discarded = 0
})
beforeAll(async () => {
  const discard = async () => void discarded++
  const guards = { ticket: async () => now.ticket }
  const handlers = serving('command', guards)(FORMS, {
    'POST /uploads/:ticketId': async (call) => {
      const received = await call.receive(readBody, discard)
      if (!received.ok) return received
      const { value, call: current } = received.value
      done.push([value, current.caller, current.found, current.params])
      return ok({})
    },
    'POST /programs': async (call) => {
      const received = await call.receive(readBody, discard)
      if (!received.ok) return received
      done.push([received.value.value, received.value.call.caller])
      return ok({})
    },
  })
  const router = mountRoutes(handlers, {
    authenticator: {
      byToken: async () => now.token,
      bySession: async ({ userId, companyId, sessionId }) => {
        expect([userId, companyId, sessionId]).toEqual([EVA.userId, EVA.companyId, EVA.sessionId])
        if (now.session instanceof Error) throw now.session
        return now.session
      },
      forget: () => {},
    },
    byApiToken: async (token) => (token === 'program' ? now.program : err(domainError('ERR_API_TOKEN'))),
    records: NO_PLAN as never,
    logger,
  })
  server = createServer(express().use('/api', router, ...apiErrors(logger)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Sends a body. `change` happens when half of the body has arrived. */
const sendInterrupted = async (
  path: string,
  change: Partial<typeof now>,
  body = 'first half, second half',
) => {
  const half = await sendFirstHalf(server, `/api${path}`, body, { authorization: 'Bearer program' })
  now = { ...now, ...change }
  const answer = await half.finish()
  return [answer.status, answer.body === '' ? null : JSON.parse(answer.body).error]
}

describe('the command of a form with files', () => {
  it('uses the caller and the guarded record of the moment when the body has arrived', async () => {
    const changed = { ...EVA, queueIds: [4] }
    const answer = await sendInterrupted('/uploads/5', { session: ok(changed), ticket: ok('of Bia') })
    expect(answer).toEqual([200, null])
    expect(done).toEqual([['first half, second half', changed, 'of Bia', { ticketId: 5 }]])
    expect(discarded).toBe(0)
  })

  it('succeeds although the access token has expired meanwhile', async () => {
    const over = { token: err(domainError('ERR_INVALID_TOKEN')) }
    expect(await sendInterrupted('/uploads/5', over)).toEqual([200, null])
    expect(done).toHaveLength(1)
  })

  it.each<[string, Partial<typeof now>, number, string]>([
    [
      'the session has ended',
      { session: err(domainError('ERR_SESSION_EXPIRED')) },
      401,
      'ERR_SESSION_EXPIRED',
    ],
    [
      'the company is blocked',
      { session: err(domainError('ERR_COMPANY_BLOCKED')) },
      403,
      'ERR_COMPANY_BLOCKED',
    ],
    ['the profile is too low', { session: ok({ ...EVA, profile: 'user' }) }, 403, 'ERR_NO_PERMISSION'],
    ['the guard refuses', { ticket: err(domainError('ERR_NO_TICKET_FOUND')) }, 404, 'ERR_NO_TICKET_FOUND'],
  ])(
    'is refused when %s meanwhile, and its stored files are removed',
    async (_what, change, status, code) => {
      expect(await sendInterrupted('/uploads/5', change)).toEqual([status, code])
      expect([done, discarded]).toEqual([[], 1])
    },
  )

  it('is refused when a program’s token is revoked meanwhile', async () => {
    const revoked = { program: err(domainError('ERR_API_TOKEN')) }
    expect(await sendInterrupted('/programs', revoked)).toEqual([401, 'ERR_API_TOKEN'])
    expect([done, discarded]).toEqual([[], 1])
  })

  it('is accepted from a program with a valid token', async () => {
    expect(await sendInterrupted('/programs', {})).toEqual([200, null])
    expect(done).toEqual([['first half, second half', PROGRAM]])
  })

  it('removes its stored files if the body is invalid or the caller cannot be checked', async () => {
    expect(await sendInterrupted('/uploads/5', {}, 'first half, broken')).toEqual([400, 'ERR_VALIDATION'])
    expect(discarded).toBe(1)
    expect(await sendInterrupted('/uploads/5', { session: new Error('away') })).toEqual([500, 'ERR_INTERNAL'])
    expect([done, discarded]).toEqual([[], 2])
  })

  it('has no other access to the request', () => {
    serving('command', { ticket: async () => ok('') })(FORMS, {
      'POST /uploads/:ticketId': async (call) => {
        // @ts-expect-error a form's request is read only with `receive`
        await text(call.request)
        return ok({})
      },
      'POST /programs': async () => ok({}),
    })
  })
})
