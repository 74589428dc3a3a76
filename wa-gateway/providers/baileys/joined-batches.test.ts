import { describe, expect, it } from '@jest/globals'
import { batchTime, upsertBatch } from '../../testing/batches.js'
import type { ProviderEvent } from '../provider.js'
import type { Batch } from './batch.js'
import { createBatchTurns, joinedBatch, stagesOf, type Turn } from './joined-batches.js'

const ANA = '5511900000002@s.whatsapp.net'
const BIA = '5511900000003@s.whatsapp.net'
const messageBatch = (id: string, remoteJid = ANA): Batch =>
  upsertBatch({ key: { id, remoteJid, fromMe: false }, ...batchTime, message: { conversation: id } })
const idsOf = (batch: Batch | null | undefined) =>
  batch?.['messages.upsert']?.messages.map(({ key }) => key.id)
const receiptBatch = (id: string): Batch => ({
  'messages.update': [{ key: { id, remoteJid: ANA, fromMe: true }, update: { status: 3 } }],
})

describe('two batches', () => {
  it('are joined in the order of arrival', () => {
    const joined = joinedBatch(
      { ...messageBatch('A'), ...receiptBatch('X') },
      { ...messageBatch('B'), ...receiptBatch('Y') },
    )
    expect(idsOf(joined)).toEqual(['A', 'B'])
    expect(joined?.['messages.update']?.map(({ key }) => key.id)).toEqual(['X', 'Y'])
  })

  it.each<[string, Batch, Batch]>([
    [
      'one holds more than lists',
      messageBatch('A'),
      { ...messageBatch('B'), 'connection.update': { connection: 'close' } },
    ],
    ['credentials stand between', { 'creds.update': {} }, messageBatch('B')],
    [
      'one is live and one is not',
      messageBatch('A'),
      {
        'messages.upsert': { messages: messageBatch('B')['messages.upsert']?.messages ?? [], type: 'notify' },
      },
    ],
  ])('are not joined if %s', (_, earlier, later) => {
    expect(joinedBatch(earlier, later)).toBeNull()
  })

  it('are not joined beyond two hundred messages', () => {
    const [one] = messageBatch('A')['messages.upsert']?.messages ?? []
    if (one === undefined) throw new Error('no message')
    const many = (count: number): Batch => ({
      'messages.upsert': { messages: new Array(count).fill(one), type: 'notify' },
    })
    expect(idsOf(joinedBatch(many(150), many(50)))).toHaveLength(200)
    expect(joinedBatch(many(150), many(51))).toBeNull()
  })
})

describe('batches that come while another one is processed', () => {
  const setUp = () => {
    const taken: (readonly (string | null | undefined)[] | string[])[] = []
    const turns = createBatchTurns()
    const waiting: Turn[] = []
    const take = (batch: Batch) => void waiting.push(...[turns.add(batch)].flatMap((turn) => turn ?? []))
    const all = () => {
      for (const turn of waiting.splice(0)) {
        const batch = turn.begin()
        taken.push(idsOf(batch) ?? Object.keys(batch))
      }
    }
    return { take, all, taken }
  }

  it('are processed together, in order, around one that stays alone', () => {
    const { take, all, taken } = setUp()
    for (const batch of [
      messageBatch('A'),
      messageBatch('B'),
      { 'creds.update': {} },
      messageBatch('C'),
      messageBatch('D'),
    ]) {
      take(batch)
    }
    all()
    expect(taken).toEqual([['A', 'B'], ['creds.update'], ['C', 'D']])
  })

  it('leave a batch alone whose turn has come', () => {
    const { take, all, taken } = setUp()
    take(messageBatch('A'))
    all()
    take(messageBatch('B'))
    all()
    expect(taken).toEqual([['A'], ['B']])
  })
})

describe('events of a batch', () => {
  const told = (waId: string, remoteJid: string) =>
    ({ kind: 'message', message: { waId, remoteJid } }) as unknown as ProviderEvent
  const ack = (waId: string): ProviderEvent => ({ kind: 'ack', fromMe: true, waId, ack: 3 })

  it('are reported concurrently by chat; changes of a message come after the message', () => {
    const [a1, b1, a2, a3] = [told('1', ANA), told('2', BIA), told('3', ANA), told('4', ANA)]
    expect(stagesOf([a1, b1, a2, ack('1'), a3])).toEqual([[[a1, a2], [b1]], [[ack('1')]], [[a3]]])
    expect(stagesOf([])).toEqual([])
  })
})
