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
const requestCommand = (importId: string, more: object = {}) =>
  ({ kind: 'request', connectionId: 1, importId, now: NOW, ...wish, ...more }) as const
const partCommand = (importId: string, done = false) =>
  ({ kind: 'progress', connectionId: 1, importId, found: 5, leftOut: 2, progress: 50, done }) as const
const requestedEvent = (importId: string, more: object = {}): HistoryEvent => ({
  type: 'connection.import-requested.v1',
  data: { connectionId: 1, importId, ...wish, ...more },
})
const cancelledEvent = (importId: string): HistoryEvent => ({
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
      .when(requestCommand('a'))
      .then([requestedEvent('a')])
    given([requestedEvent('a')])
      .when(requestCommand('b'))
      .thenNothingHappened()
  })
  it('has the time of linking as its end, if it was requested until now', () => {
    const event = {
      ...requestedEvent('a'),
      data: { ...requestedEvent('a').data, untilLinked: true },
    } as HistoryEvent
    given()
      .when(requestCommand('a', { untilLinked: true }))
      .then([event])
    const asked = historyDecider.evolve(null, event) as HistoryWish
    const after = { sentAt: '2026-03-02T13:00:00.000Z', isGroup: false }
    expect([isWanted(asked, after), isWanted(wish, after)]).toEqual([true, false])
  })
  it('is replaced by a new request', () =>
    given([requestedEvent('a')])
      .when(requestCommand('b', { groups: true }))
      .then([cancelledEvent('a'), requestedEvent('b', { groups: true })]))
  it('records the received messages, and its end', () => {
    const progressed: HistoryEvent = {
      type: 'connection.import-progressed.v1',
      data: { connectionId: 1, importId: 'a', found: 5, leftOut: 2, progress: 50 },
    }
    given([requestedEvent('a')])
      .when(partCommand('a'))
      .then([progressed])
    given([requestedEvent('a'), progressed])
      .when(partCommand('a', true))
      .then([finished])
  })
  it('is over once it was cancelled or has finished', () => {
    given([requestedEvent('a')])
      .when({ kind: 'cancel', connectionId: 1 })
      .then([cancelledEvent('a')])
    given([requestedEvent('a'), cancelledEvent('a')])
      .when(partCommand('a'))
      .thenNothingHappened()
    given([requestedEvent('a'), finished])
      .when({ kind: 'cancel', connectionId: 1 })
      .thenNothingHappened()
    given([requestedEvent('a'), cancelledEvent('a'), requestedEvent('b')])
      .when(partCommand('a', true))
      .thenNothingHappened()
  })
  it('asks for a period of the last two years', () => {
    given()
      .when(requestCommand('a', { from: '2024-02-01T00:00:00.000Z' }))
      .thenError('ERR_IMPORT_WINDOW')
    const is = (from: string, to: string) => isWindow({ from, to }, NOW)
    expect(is('2024-03-02T12:00:00.000Z', NOW)).toBe(true)
    expect(is('2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')).toBe(false)
    expect(is('2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z')).toBe(false)
    expect(is('2026-03-01T00:00:00.000Z', '2026-03-04T00:00:00.000Z')).toBe(false)
  })
})
