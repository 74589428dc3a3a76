import { expect, it } from '@jest/globals'
import { at, lookups, upsert } from '../../testing/batches.js'
import type { ProviderEvent } from '../provider.js'
import { createBacklog } from './backlog.js'
import { type Batch, translate } from './batch.js'
import { createOnce } from './comes-once.js'

/** A session that tells what it takes, if its vault answers. */
const openSession = (backlog: ReturnType<typeof createBacklog<Batch>>) => {
  const events: ProviderEvent[] = []
  const lost = new AbortController()
  let isAway = false
  const otherName = async () => {
    if (!isAway) return null
    lost.abort()
    throw new Error('the vault is away')
  }
  const takeOnce = createOnce({
    take: async (batch) =>
      void events.push(...(await translate(batch, { ...lookups(), otherName }, () => {}))),
    inTurn: (work) => work(),
    backlog,
    ended: lost.signal,
    keysLost: lost.signal,
    failed: () => {},
  })
  return { takeOnce, events, leave: () => (isAway = true) }
}

it('brings receipts to the next session, behind their message, where its writer could not be looked up', async () => {
  const backlog = createBacklog<Batch>()
  const first = openSession(backlog)
  first.leave()
  const bia = '5511900000003@s.whatsapp.net'
  const batch: Batch = {
    ...upsert({ key: { id: 'A', remoteJid: bia, fromMe: true }, ...at, message: { conversation: 'hi' } }),
    'messages.update': [{ key: { id: 'A', remoteJid: bia, fromMe: true }, update: { status: 4 } }],
    'presence.update': { id: bia, presences: {} },
  }
  await expect(first.takeOnce(batch)).rejects.toThrow('the vault is away')
  const second = openSession(backlog)
  await backlog.idle()
  expect(first.events).toEqual([])
  expect(second.events).toMatchObject([
    { kind: 'message', message: { waId: 'A' } },
    { kind: 'ack', waId: 'A', ack: 4 },
  ])
})
