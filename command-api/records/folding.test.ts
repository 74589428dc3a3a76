import { type StoredEvent, SYSTEM, toPosition } from '@guiche/contracts/envelope.js'
import { quickmessage } from '@guiche/contracts/records/quickmessage.js'
import { describe, expect, it } from '@jest/globals'
import { EMPTY_STREAM, foldFurther } from '../kernel/folded.js'
import { recordDecider } from './decide.js'
import type { RecordEvent } from './state.js'

describe('many events of records', () => {
  const decider = recordDecider(quickmessage)
  const file = (n: number) => ({
    blobId: `blob-${n}`,
    fileName: 'a.pdf',
    mimetype: 'application/pdf',
    size: 1,
  })
  const made = (quickmessageId: number, n: number): RecordEvent => ({
    type: n < 0 ? 'quickmessage.created.v1' : 'quickmessage.changed.v1',
    data: { quickmessageId, shortcode: `${quickmessageId}`, message: `${n}`, media: file(n), geral: 1 },
  })
  const stored = (events: readonly RecordEvent[]) =>
    events.map(
      (event, revision): StoredEvent => ({
        ...{
          ...event,
          id: `${revision}`,
          stream: 'quickmessages-1',
          revision,
          position: toPosition(revision),
        },
        ...{ companyId: 1, time: '2026-03-02T12:00:00.000Z', actor: SYSTEM },
        ...{ correlationId: 'test', causationId: `${revision}` },
      }),
    )
  const RECORDS = 500
  const known = foldFurther(
    decider,
    { ...EMPTY_STREAM, state: decider.initial },
    stored(Array.from({ length: RECORDS }, (_, id) => made(id, -1))),
  )
  /** Changes of files. Each tenth record is deleted. */
  const later = (count: number) =>
    stored(
      Array.from({ length: count }, (_, n) =>
        n % 10 === 9 ? { type: 'quickmessage.deleted.v1', data: { quickmessageId: n } } : made(n, n),
      ),
    )

  it('are folded into one copy of the former state, however many they are', () => {
    const original = globalThis.Map
    const copiedFor = (count: number): number => {
      const events = later(count)
      let copied = 0
      globalThis.Map = class<K, V> extends original<K, V> {
        constructor(entries?: Iterable<readonly [K, V]> | null) {
          super(entries)
          copied += this.size
        }
      } as MapConstructor
      try {
        foldFurther(decider, known, events)
      } finally {
        globalThis.Map = original
      }
      return copied
    }
    expect(copiedFor(1)).toBeGreaterThanOrEqual(RECORDS)
    expect(copiedFor(200)).toBe(copiedFor(1))
  })

  it('come to the same together as one by one, and change nothing of the state before', () => {
    const before = structuredClone(known.state)
    const together = foldFurther(decider, known, later(200)).state
    expect(known.state).toEqual(before)
    expect(together).toEqual(
      later(200).reduce((state, event) => decider.evolve(state, event as never), known.state),
    )
    expect(decider.files(together)).toHaveLength(RECORDS + 180)
  })
})
