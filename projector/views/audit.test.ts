import { type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { MASK } from '@guiche/contracts/records/fields.js'
import { describe, expect, it } from '@jest/globals'
import { sampleOf } from '../../contracts/testing/samples.js'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { audit } from './audit.js'

const of = { ticketId: 1, contactId: 2 }
const pending = { status: 'pending', userId: null, queueId: 5, connectionId: 3 } as const
const open = { ...pending, status: 'open', userId: 9 } as const

describe('the audit history', () => {
  it('has the actor, the action, the ticket, and its places before and after', () => {
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
        subject: null,
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
        changes: [],
        position: event.position,
      },
    ])
  })

  const user = {
    userId: 9,
    name: 'Ana',
    email: 'ana@example.com',
    profile: 'user' as const,
    allTicket: false,
    queueIds: [5],
    connectionId: null,
  }
  const changesOf = (log: ReturnType<typeof createLog>) =>
    given(...log.events)
      .into(audit)
      .docs('audit')
      .map(({ subject, changes }) => ({ subject, changes }))

  it('has old and new values of a change, but of personal texts only the fact', () => {
    const log = createLog()
    log.add('user.created.v1', { ...user, super: false, passwordRef: 'vault-1' })
    log.add('user.changed.v1', { ...user, name: 'Bia', profile: 'admin', queueIds: [5, 6] })
    log.add('user.changed.v1', { ...user, name: 'Bia', profile: 'admin', queueIds: [5, 6] })
    expect(changesOf(log)).toEqual([
      { subject: 'user-9', changes: [] },
      {
        subject: 'user-9',
        changes: [
          { field: 'name' },
          { field: 'profile', before: 'user', after: 'admin' },
          { field: 'queueIds', before: [5], after: [5, 6] },
        ],
      },
      { subject: 'user-9', changes: [] },
    ])
  })

  it('has the former value of a setting, or its default', () => {
    const log = createLog()
    log.add('setting.changed.v1', { key: 'call', value: 'enabled' })
    log.add('setting.changed.v1', { key: 'call', value: 'disabled' })
    expect(changesOf(log).map(({ changes }) => changes)).toEqual([
      [{ field: 'call', before: 'disabled', after: 'enabled' }],
      [{ field: 'call', before: 'enabled', after: 'disabled' }],
    ])
  })

  it('rule 18: has the fact that a secret was set, but not its place', () => {
    const log = createLog()
    log.add('setting.changed.v1', { key: 'tokenixc', value: 'record-secret/abc' })
    log.add('setting.changed.v1', { key: 'tokenixc', value: '' })
    const entries = given(...log.events)
      .into(audit)
      .docs('audit')
    expect(entries.map(({ facts }) => facts)).toEqual([
      { key: 'tokenixc', value: MASK },
      { key: 'tokenixc', value: '' },
    ])
    expect(entries[0]?.changes).toEqual([{ field: 'tokenixc' }])
    expect(JSON.stringify(entries)).not.toContain('abc')
  })

  it('forgets the former values of a deleted or erased record', () => {
    const log = createLog()
    log.add('user.created.v1', { ...user, super: false, passwordRef: 'vault-1' })
    log.add('contact.changed.v1', {
      contactId: 2,
      name: 'Caio',
      number: '5511988887777',
      email: '',
      extraInfo: [],
      active: true,
    })
    const states = () =>
      given(...log.events)
        .into(audit)
        .docs('audit-states')
        .map(({ id }) => id)
    expect(states()).toEqual(['user-9', 'contact-2'])
    log.add('user.deleted.v1', { userId: 9 })
    log.add('contact.erased.v1', { contactId: 2 })
    expect(states()).toEqual([])
  })

  it('leaves out repetitive events: deliveries, read marks, seats', () => {
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

  it('has no personal text, whatever the event', () => {
    const log = createLog()
    for (const type of Object.keys(eventSchemas) as EventType[]) log.add(type, sampleOf(type))
    const kept = JSON.stringify(
      given(...log.events)
        .into(audit)
        .docs('audit')
        .map(({ facts, changes }) => [facts, changes]),
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
