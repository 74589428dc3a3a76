import type { GatewayReply } from '@guiche/contracts/ephemeral.js'
import { expect, it } from '@jest/globals'
import { silentLogger } from '../logger.js'
import type { Held } from '../sessions/session.js'
import { COMPANY, connectionDoc } from '../testing/documents.js'
import { createRequests } from './requests.js'

const CONNECTION = 7
const HOUR_MS = 3_600_000
const DOWN: GatewayReply = { what: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' }

/** What is answered when somebody asks for how long the line of the connection is up. */
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
  } as unknown as Held
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
])('a line is up %s', async (_, state, ms) => {
  expect(await upFor(state)).toEqual([ms === null ? DOWN : { what: 'up-for', ms }])
})
