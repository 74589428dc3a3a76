import { randomUUID } from 'node:crypto'
import { PROCESS_GROUPS, TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import type { NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import type { Delivery } from '@guiche/infra/event-bus/event-bus.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { settingChanged } from '../../../infra/event-store/testing/setting-changed.js'

export const SECRET = 'a secret of more than thirty-two characters'

const place = { status: 'closed', userId: null, queueId: null, connectionId: 9 }

/** A closed ticket. The user's screen showed the log up to position `seen`. */
const ticketClosed = (seen: string | null): NewEvent => ({
  ...settingChanged(),
  type: 'ticket.closed.v1',
  data: {
    ticketId: 1,
    contactId: 1,
    from: { ...place, status: 'open' },
    to: place,
    reason: 'resolved',
    seen,
  },
})

export const ackReport = (n: number) => ({ kind: 'ack', companyId: 2, connectionId: 9, n })

/**
 * Fills `dir` with an embedded installation:
 * - events of several streams, one of them removed
 * - files, and vault entries of several epochs
 * - checkpoints of processes at different positions
 * - reports, two of them handled
 */
export const fillInstallation = async (dir: string, secretKey = Buffer.from(SECRET)) => {
  const eventStore = await createEmbeddedEventStore({ dir })
  const positions: string[] = []
  const append = async (stream: string, ...events: NewEvent[]) => {
    const result = await eventStore.append(stream, 'any', events)
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    positions.push(result.value.position)
    return result.value.position
  }
  for (let n = 0; n < 30; n++) {
    await append(`settings-${n % 3}`, settingChanged(`${n}`), settingChanged(`${n}, too`))
  }
  await append('contact-7', settingChanged('a person'))
  await append('contact-8', settingChanged('b'), settingChanged('c'))
  await eventStore.remove('contact-7')
  const seen = positions[9] ?? ''
  await append('ticket-1', settingChanged('opened'), ticketClosed(seen))
  const behind = await append('claim-x', settingChanged('claimed'))
  await append('settings-1', settingChanged('not yet followed'))
  await append('settings-2', settingChanged('nor this'))

  const vault = await createEmbeddedVault({ dir, secretKey })
  const put = (key: string, value: string | null) =>
    vault.commit([{ key, value: value === null ? null : Buffer.from(value) }])
  await put('wa/9/creds', 'first')
  await put('wa/9/creds', 'second')
  await put('wa/9/obeyed', seen)
  await put('wa/9/read-up-to', '')
  await put('parked-report/1/0-00000000000000000001', '{"kind":"ack"}')
  await put('password/1', 'gone')
  await put('password/1', null)
  await vault.commit(
    Array.from({ length: 600 }, (_, n) => ({
      key: `wa/9/key/session/${n}`,
      value: Buffer.from(randomUUID()),
    })),
  )
  await vault.close()

  const blobs = await createEmbeddedBlobs({ dir })
  const meta = { companyId: 1, mimetype: 'image/png', fileName: 'a.png', maxSize: 1e7 }
  const big = await blobs.put(Buffer.alloc(700_000, 'x'), meta)
  const small = await blobs.put(Buffer.from('small'), { ...meta, companyId: 2 })
  if (big === 'too-large' || small === 'too-large') throw new Error('too large')
  await blobs.close()

  const bus = await createEmbeddedEventBus({ eventStore, dir })
  await bus.publish(
    TOPICS.reports,
    [1, 2, 3, 4, 5].map((n) => ({ key: 2, value: ackReport(n) })),
  )
  /**
   * A consumer group that handles messages while `takes` is true. Resolves at the first other message, which fails until the
   * bus is closed.
   */
  const consumeWhile = <T>(topic: Topic, group: string, takes: (value: T) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const onBatch = async (batch: readonly Delivery<T>[]) => {
        if (batch.every(({ value }) => takes(value))) return
        resolve()
        throw new Error('not this one')
      }
      bus.consume<T>({ topic, group, batchSize: 1, onBatch }).catch(reject)
    })
  await consumeWhile<StoredEvent>(
    TOPICS.events,
    PROCESS_GROUPS.automaticMessages,
    ({ position }) => position <= behind,
  )
  await consumeWhile<{ n: number }>(TOPICS.reports, 'inbound', ({ n }) => n <= 2)
  await bus.close()
  await eventStore.close()
  return { seen, blobIds: [big.id, small.id].sort() }
}
