import type { HistoryEvent } from '@guiche/contracts/events/connections.js'
import { type HistoryWish, isWanted } from '@guiche/contracts/message/history-import.js'
import { describe, expect, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { historyDecider, isWindow } from './history.js'

const NOW = '2026-03-02T12:00:00.000Z'
const wish = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
  groups: false,
  closeTickets: true,
}
const request = (importId: string, more: object = {}) =>
  ({ kind: 'request', connectionId: 1, importId, now: NOW, ...wish, ...more }) as const
const part = (importId: string, done = false) =>
  ({ kind: 'progress', connectionId: 1, importId, found: 5, leftOut: 2, progress: 50, done }) as const
const requested = (importId: string, more: object = {}): HistoryEvent => ({
  type: 'connection.import-requested.v1',
  data: { connectionId: 1, importId, ...wish, ...more },
})
const cancelled = (importId: string): HistoryEvent => ({
  type: 'connection.import-cancelled.v1',
  data: { connectionId: 1, importId },
})
const finished: HistoryEvent = {
  type: 'connection.import-finished.v1',
  data: { connectionId: 1, importId: 'a', closeTickets: true },
}

describe('an import of old messages', () => {
  const { given } = decisions(historyDecider)

  it('is requested, and the same request again changes nothing', () => {
    given()
      .when(request('a'))
      .then([requested('a')])
    given([requested('a')])
      .when(request('b'))
      .thenNothingHappened()
  })
  it('has the time of linking as its end, if it was requested until now', () => {
    const event = { ...requested('a'), data: { ...requested('a').data, untilLinked: true } } as HistoryEvent
    given()
      .when(request('a', { untilLinked: true }))
      .then([event])
    const asked = historyDecider.evolve(null, event) as HistoryWish
    const after = { sentAt: '2026-03-02T13:00:00.000Z', isGroup: false }
    expect([isWanted(asked, after), isWanted(wish, after)]).toEqual([true, false])
  })
  it('is replaced by another one', () =>
    given([requested('a')])
      .when(request('b', { groups: true }))
      .then([cancelled('a'), requested('b', { groups: true })]))
  it('records the received messages, and its end', () => {
    const progressed: HistoryEvent = {
      type: 'connection.import-progressed.v1',
      data: { connectionId: 1, importId: 'a', found: 5, leftOut: 2, progress: 50 },
    }
    given([requested('a')])
      .when(part('a'))
      .then([progressed])
    given([requested('a'), progressed])
      .when(part('a', true))
      .then([finished])
  })
  it('is over once it was cancelled or has finished', () => {
    given([requested('a')])
      .when({ kind: 'cancel', connectionId: 1 })
      .then([cancelled('a')])
    given([requested('a'), cancelled('a')])
      .when(part('a'))
      .thenNothingHappened()
    given([requested('a'), finished])
      .when({ kind: 'cancel', connectionId: 1 })
      .thenNothingHappened()
    given([requested('a'), cancelled('a'), requested('b')])
      .when(part('a', true))
      .thenNothingHappened()
  })
  it('asks for a period of the last two years', () => {
    given()
      .when(request('a', { from: '2024-02-01T00:00:00.000Z' }))
      .thenError('ERR_IMPORT_WINDOW')
    const is = (from: string, to: string) => isWindow({ from, to }, NOW)
    expect(is('2024-03-02T12:00:00.000Z', NOW)).toBe(true)
    expect(is('2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')).toBe(false)
    expect(is('2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z')).toBe(false)
    expect(is('2026-03-01T00:00:00.000Z', '2026-03-04T00:00:00.000Z')).toBe(false)
  })
})
