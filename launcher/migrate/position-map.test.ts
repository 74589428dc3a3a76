import { START, type StoredEvent, SYSTEM, toPosition } from '@guiche/contracts/envelope.js'
import { describe, expect, it } from '@jest/globals'
import { createPositionMap, translatedEntry, translatePosition } from './position-map.js'

const at = toPosition
const knownMap = () => {
  const positions = createPositionMap()
  positions.add(at(1), at(1000))
  positions.add(at(2), at(1100))
  // Event 3 was removed.
  positions.add(at(4), at(1350))
  return positions
}
const closedEvent = (seen: string | null): StoredEvent => ({
  id: 'a',
  type: 'ticket.closed.v1',
  data: { ticketId: 1, reason: 'resolved', seen },
  companyId: 1,
  time: '2026-01-05T12:00:00.000Z',
  actor: SYSTEM,
  correlationId: 'c',
  causationId: 'c',
  stream: 'ticket-1',
  revision: 3,
  position: at(5),
})

describe('the position of an event in another store', () => {
  it.each([
    [at(1), at(1000)],
    [at(2), at(1100)],
    [at(3), at(1100)],
    [at(4), at(1350)],
    [at(99), at(1350)],
    [START, START],
    ['', ''],
  ])('%s becomes %s', (from, to) => {
    expect(knownMap().at(from)).toBe(to)
  })

  it('is unknown at first', () => {
    expect(createPositionMap().known()).toBe(START)
    expect(createPositionMap().at(at(7))).toBe(START)
    expect(knownMap().known()).toBe(at(4))
  })
})

describe('the position that a client had seen when a ticket was closed', () => {
  it('is translated to the other store', () => {
    expect(translatePosition(closedEvent(at(3)), knownMap()).data).toEqual({
      ticketId: 1,
      reason: 'resolved',
      seen: at(1100),
    })
  })

  it.each([null, 'yesterday', ''])('stays unchanged if it is no position: %j', (seen) => {
    expect(translatePosition(closedEvent(seen), knownMap())).toEqual(closedEvent(seen))
  })

  it('leaves every other event alone', () => {
    const other = { ...closedEvent(at(3)), type: 'ticket.deleted.v1' }
    expect(translatePosition(other, knownMap())).toBe(other)
  })
})

describe('a value of the vault', () => {
  it.each(['wa/12/obeyed', 'wa/12/read-up-to', 'capacity/12'])('%s holds a position', (key) => {
    expect(translatedEntry(key, Buffer.from(at(2)), knownMap()).toString()).toBe(at(1100))
  })

  it.each(['wa/12/creds', 'wa/12/key/pre-key/obeyed', 'x'])(
    '%s holds no position, despite its form',
    (key) => {
      expect(translatedEntry(key, Buffer.from(at(2)), knownMap()).toString()).toBe(at(2))
    },
  )
})
