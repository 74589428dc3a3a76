import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { expect, it } from '@jest/globals'
import { silentLogger } from '../logger.js'
import type { HeldConnection } from '../sessions/session-types.js'
import { dueWorkDoc } from '../testing/documents.js'
import { createMemoryBlobs } from '../testing/memory-blobs.js'
import { createMemoryVault } from '../testing/memory-vault.js'
import { createMemoryViews } from '../testing/memory-views.js'
import { createOutbox } from './outbox.js'
import { createRecords } from './records.js'
import { createRequestedBy } from './requested-by.js'

const CONNECTIONS = 300
const POLLS = 10

/** A connection of this process whose line is down, so that its items wait. */
const heldOf = (connectionId: number): HeldConnection =>
  ({
    doc: { connectionId, companyId: 1 },
    lease: { held: () => true, fence: { key: 'x', epoch: 1 } },
    session: { line: () => null },
  }) as unknown as HeldConnection

it('one poll finds the work of all connections, and wakes those with work', async () => {
  const { readStore, views, of } = createMemoryViews()
  const asked: unknown[] = []
  let onFind = (): void => undefined
  const find: ReadStore['find'] = (query) => {
    asked.push((query.where as { connectionId: unknown }).connectionId)
    onFind()
    return readStore.find(query)
  }
  const reaches = (fits: () => boolean) =>
    new Promise<void>((resolve) => {
      onFind = () => fits() && resolve()
    })
  const outbox = createOutbox({
    records: createRecords({ ...readStore, find }, views),
    vault: createMemoryVault(),
    blobs: createMemoryBlobs().blobs,
    ffmpeg: null,
    held: heldOf,
    paced: () => false,
    report: async () => undefined,
    requestedBy: createRequestedBy(),
    now: Date.now,
    chance: () => 0,
    pollMs: 5,
    delayScale: 1,
    logger: silentLogger,
  })
  for (let id = 1; id <= CONNECTIONS; id++) outbox.follow(id)
  const first = reaches(() => Array.isArray((asked.at(-1) as { in?: unknown }).in))
  outbox.start()
  // Reads from memory are faster than the first poll.
  await first
  expect(asked.length).toBeGreaterThan(CONNECTIONS)
  asked.length = 0
  await reaches(() => asked.length === POLLS)
  expect(asked.filter((one) => typeof one === 'number')).toEqual([])

  const work: DueWorkDoc = dueWorkDoc('send', 'm', 7, { since: '00000000000000000009' })
  const woken = reaches(() => asked.at(-1) === 7)
  of('due-work').set(work.id, work)
  await woken
  await outbox.stop()
})
