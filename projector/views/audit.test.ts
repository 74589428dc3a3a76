import { readFileSync } from 'node:fs'
import { type EventNamed, type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { audit } from './audit.js'

const of = { ticketId: 1, contactId: 2 }
const pending = { status: 'pending', userId: null, queueId: 5, connectionId: 3 } as const
const open = { ...pending, status: 'open', userId: 9 } as const

describe('the audit history', () => {
  it('says who did what to which ticket, from where to where', () => {
    const log = createLog()
    const event = log.add(
      'ticket.accepted.v1',
      { ...of, from: pending, to: open },
      { actor: { kind: 'user', id: 9 } },
    )
    expect(
      given(...log.events)
        .into(audit)
        .docs('audit'),
    ).toEqual([
      {
        id: event.id,
        companyId: 1,
        type: 'ticket.accepted.v1',
        area: 'ticket',
        time: event.time,
        actorKind: 'user',
        actorId: 9,
        ticketId: 1,
        contactId: 2,
        correlationId: event.correlationId,
        facts: {
          fromStatus: 'pending',
          fromUserId: null,
          fromQueueId: 5,
          fromConnectionId: 3,
          toStatus: 'open',
          toUserId: 9,
          toQueueId: 5,
          toConnectionId: 3,
        },
        position: event.position,
      },
    ])
  })

  it('leaves out what only repeats: deliveries, read marks, seats', () => {
    const ids = { messageId: 'm', ...of, connectionId: 3 }
    const log = createLog()
    log.add('message.sent.v1', ids)
    log.add('message.acknowledged.v1', { ...ids, ack: 3 })
    log.add('ticket.read.v1', { ...of, connectionId: 3, messageIds: ['m'] })
    log.add('quota.seat-taken.v1', { kind: 'user', holder: '9' })
    expect(
      given(...log.events)
        .into(audit)
        .docs('audit'),
    ).toEqual([])
  })

  it('holds no text of a person, whatever the event', () => {
    const log = createLog()
    for (const type of Object.keys(eventSchemas) as EventType[]) {
      const file = new URL(`../../contracts/events/golden/${type}.json`, import.meta.url)
      log.add(type, JSON.parse(readFileSync(file, 'utf8')) as EventNamed<EventType>['data'])
    }
    const kept = JSON.stringify(
      given(...log.events)
        .into(audit)
        .docs('audit')
        .map(({ facts }) => facts),
    )
    for (const personal of [
      'João',
      'Ana',
      'example.com',
      '55119',
      'Bom dia',
      'Boa tarde',
      'Oi',
      'photo.jpg',
      'password',
    ]) {
      expect(kept).not.toContain(personal)
    }
  })
})
