import type { GatewayReply, GatewayRequest } from '@guiche/contracts/realtime/ephemeral.js'
import { err, ok } from '@guiche/contracts/result.js'
import { describe, expect, it } from '@jest/globals'
import { silentLogger } from '../logger.js'
import type { HeldConnection } from '../sessions/session-types.js'
import { COMPANY, connectionDoc } from '../testing/documents.js'
import { createRequests } from './requests.js'

const CONNECTION = 7
const HOUR_MS = 3_600_000
const DOWN: GatewayReply = { what: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' }

/** The answer to a query of a connection's uptime. */
const upFor = async ({
  lineMs,
  runsMs,
  leased,
}: {
  lineMs: number | null
  runsMs: number
  leased: boolean
}) => {
  const replies: GatewayReply[] = []
  const held = {
    doc: connectionDoc(CONNECTION, 'simulator', '1'),
    lease: { held: () => leased },
    session: { upFor: () => lineMs },
  } as unknown as HeldConnection
  const take = createRequests({
    held: (connectionId) => (connectionId === CONNECTION ? held : undefined),
    reply: async (_company, _request, reply) => void replies.push(reply),
    sole: false,
    uptime: { ms: () => runsMs },
    logger: silentLogger,
  })
  const request = { what: 'up-for', connectionId: CONNECTION } as const
  await take({ kind: 'request', companyId: COMPANY, requestId: 'one', request })
  await take({ kind: 'request', companyId: COMPANY + 1, requestId: 'of another company', request })
  return replies
}

it.each([
  ['as long as the line is open', { lineMs: HOUR_MS, runsMs: 2 * HOUR_MS, leased: true }, HOUR_MS],
  ['no longer than the process runs without a break', { lineMs: HOUR_MS, runsMs: 1, leased: true }, 1],
  ['not at all while it is down', { lineMs: null, runsMs: HOUR_MS, leased: true }, null],
  ['not at all once another process may have it', { lineMs: HOUR_MS, runsMs: HOUR_MS, leased: false }, null],
])('the uptime of a line: %s', async (_, state, ms) => {
  expect(await upFor(state)).toEqual([ms === null ? DOWN : { what: 'up-for', ms }])
})

describe('numbers', () => {
  const OTHER = 8
  /** Connections that find all numbers starting with 55 on WhatsApp, and the numbers they were asked for. */
  const asking = () => {
    const asked: string[] = []
    const state = { fails: false }
    const checkNumber = async (number: string) => {
      asked.push(number)
      if (state.fails) return err({ kind: 'fault', code: 'ERR_SENDING_WAPP_MSG', detail: '' })
      return ok({ number: number.startsWith('55') ? number : null, lid: null })
    }
    const blocked: string[] = []
    const block = async (jid: string) => {
      blocked.push(jid)
      return ok(null)
    }
    const replies: GatewayReply[] = []
    const take = createRequests({
      held: (connectionId) =>
        ({
          doc: connectionDoc(connectionId, 'whatsapp', '1'),
          session: { line: () => ({ checkNumber, block }) },
        }) as unknown as HeldConnection,
      reply: async (_company, _request, reply) => void replies.push(reply),
      sole: false,
      uptime: { ms: () => HOUR_MS },
      logger: silentLogger,
    })
    const reply = async (request: GatewayRequest) => {
      await take({ kind: 'request', companyId: COMPANY, requestId: 'one', request })
      return replies.at(-1)
    }
    return {
      ask: (number: string, connectionId = CONNECTION) =>
        reply({ what: 'check-number', connectionId, number }),
      block: (jid: string) => reply({ what: 'block', connectionId: CONNECTION, jid, blocked: true }),
      ...{ asked, blocked, state },
    }
  }
  it('are blocked at most thirty times a minute, apart from look-ups', async () => {
    const { ask, block, blocked } = asking()
    await ask('5511900000100')
    for (let n = 0; n < 30; n++)
      expect(await block(`55119000${100 + n}@s.whatsapp.net`)).toEqual({ what: 'done' })
    expect(await block('1@s.whatsapp.net')).toEqual({ what: 'failed', code: 'ERR_TOO_MANY_REQUESTS' })
    expect(blocked).toHaveLength(30)
  })

  const nobody = { what: 'check-number', number: null, lid: null }

  it('are looked up at most thirty times a minute by each connection', async () => {
    const { ask, asked } = asking()
    for (let n = 0; n < 30; n++) await ask(`5511900000${100 + n}`)
    expect(await ask('5511900000200')).toEqual({ what: 'failed', code: 'ERR_TOO_MANY_REQUESTS' })
    expect(asked).toHaveLength(30)
    expect(await ask('5511900000200', OTHER)).toMatchObject({ number: '5511900000200' })
  })

  it('that are not on WhatsApp are looked up once', async () => {
    const { ask, asked } = asking()
    expect([await ask('11 9'), await ask('119')]).toEqual([nobody, nobody])
    expect(asked).toEqual(['119'])
    await ask('119', OTHER)
    await ask('559')
    await ask('559')
    expect(asked).toEqual(['119', '119', '559', '559'])
  })

  it('without an answer from WhatsApp are looked up again', async () => {
    const { ask, asked, state } = asking()
    state.fails = true
    expect(await ask('119')).toEqual({ what: 'failed', code: 'ERR_WAPP_CHECK_CONTACT' })
    state.fails = false
    expect(await ask('119')).toEqual(nobody)
    expect(asked).toHaveLength(2)
  })
})
