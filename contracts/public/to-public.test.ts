import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type EventType, eventSchemas } from '../events/index.js'
import { check } from '../schema.js'
import type { PublicTopic } from '../topics.js'
import { type PublicEventType, publicEventSchemas, publicEventsByTopic } from './index.js'
import { toPublicEvent } from './to-public.js'

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const internalSample = (type: EventType) => read(`../events/golden/${type}.json`) as Record<string, unknown>
const publicSample = (type: PublicEventType) => read(`golden/${type}.json`)

const MESSAGE = 'message/0f3b6e1c9a5d4b7e8f2a1c3d5e7f9b0a'
/** given the golden sample of …, when it is mapped, then it is … about … */
const PUBLISHED: readonly (readonly [EventType, PublicEventType, PublicTopic, string])[] = [
  ['ticket.opened.v1', 'guiche.ticket.opened.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.accepted.v1', 'guiche.ticket.accepted.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.returned.v1', 'guiche.ticket.returned.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.transferred.v1', 'guiche.ticket.transferred.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.closed.v1', 'guiche.ticket.closed.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.reopened.v1', 'guiche.ticket.reopened.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.unlinked.v1', 'guiche.ticket.unlinked.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.contact-changed.v1', 'guiche.ticket.contact-changed.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['ticket.deleted.v1', 'guiche.ticket.deleted.v1', 'guiche.tickets.v1', 'ticket/41'],
  ['message.received.v1', 'guiche.message.received.v1', 'guiche.messages.v1', MESSAGE],
  ['message.recovered.v1', 'guiche.message.recovered.v1', 'guiche.messages.v1', MESSAGE],
  ['message.requested.v1', 'guiche.message.requested.v1', 'guiche.messages.v1', MESSAGE],
  ['message.sent.v1', 'guiche.message.sent.v1', 'guiche.messages.v1', MESSAGE],
  ['message.acknowledged.v1', 'guiche.message.acknowledged.v1', 'guiche.messages.v1', MESSAGE],
  ['message.failed.v1', 'guiche.message.failed.v1', 'guiche.messages.v1', MESSAGE],
  ['message.media-stored.v1', 'guiche.message.file-stored.v1', 'guiche.messages.v1', MESSAGE],
  ['message.media-failed.v1', 'guiche.message.file-failed.v1', 'guiche.messages.v1', MESSAGE],
  ['message.edited.v1', 'guiche.message.edited.v1', 'guiche.messages.v1', MESSAGE],
  ['message.revoked.v1', 'guiche.message.revoked.v1', 'guiche.messages.v1', MESSAGE],
  ['message.reacted.v1', 'guiche.message.reacted.v1', 'guiche.messages.v1', MESSAGE],
  ['message.erased.v1', 'guiche.message.erased.v1', 'guiche.messages.v1', MESSAGE],
  ['contact.created.v1', 'guiche.contact.created.v1', 'guiche.contacts.v1', 'contact/51'],
  ['contact.changed.v1', 'guiche.contact.changed.v1', 'guiche.contacts.v1', 'contact/51'],
  ['contact.merged.v1', 'guiche.contact.merged.v1', 'guiche.contacts.v1', 'contact/51'],
  ['contact.erased.v1', 'guiche.contact.erased.v1', 'guiche.contacts.v1', 'contact/51'],
  ['connection.created.v1', 'guiche.connection.created.v1', 'guiche.connections.v1', 'connection/31'],
  ['connection.changed.v1', 'guiche.connection.changed.v1', 'guiche.connections.v1', 'connection/31'],
  [
    'connection.default-changed.v1',
    'guiche.connection.default-changed.v1',
    'guiche.connections.v1',
    'connection/31',
  ],
  [
    'connection.status-changed.v1',
    'guiche.connection.status-changed.v1',
    'guiche.connections.v1',
    'connection/31',
  ],
  ['connection.deleted.v1', 'guiche.connection.deleted.v1', 'guiche.connections.v1', 'connection/31'],
]

/** What stays inside; a new event type has to be put into one of the two lists. */
const KEPT: readonly EventType[] = [
  'company.registered.v1',
  'setting.changed.v1',
  'quota.seat-taken.v1',
  'quota.seat-released.v1',
  'claim.taken.v1',
  'claim.released.v1',
  'command.ids-given.v1',
  'sequence.block-taken.v1',
  'sequence.block-returned.v1',
  'user.created.v1',
  'user.changed.v1',
  'user.password-changed.v1',
  'user.session-started.v1',
  'user.session-ended.v1',
  'user.deleted.v1',
  'queue.created.v1',
  'queue.changed.v1',
  'queue.deleted.v1',
  'relay.advanced.v1',
  'connection.session-requested.v1',
  'contact.picture-changed.v1',
  'contact.erasing.v1',
  'ticket.read.v1',
  'ticket.receipts-given.v1',
  'ticket.claim-lost.v1',
  'message.retried.v1',
  'message.media-retried.v1',
  'message.edit-requested.v1',
  'message.edit-failed.v1',
  'message.revoke-requested.v1',
  'message.revoke-failed.v1',
  'message.reaction-requested.v1',
  'message.reaction-failed.v1',
  'message.conflict-parked.v1',
]
/** Each of these gives a public event that depends on more than the type; see below. */
const OTHERWISE: readonly EventType[] = [
  'ticket.resumed.v1',
  'contact.identified.v1',
  'contact.unidentified.v1',
]

/** The value with a field more in every object, as a later release may write it. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withMore(field)])
  return { ...Object.fromEntries(fields), passwordRef: 'secret' }
}

describe('what other systems are told of an event', () => {
  it.each(PUBLISHED)('%s: %s', (type, publicType, topic, subject) => {
    const told = toPublicEvent({ type, data: internalSample(type) })
    expect(told).toEqual({ topic, subject, type: publicType, data: publicSample(publicType) })
    expect(Object.keys(publicEventsByTopic[topic])).toContain(publicType)
  })

  it.each(KEPT)('%s: nothing', (type) => {
    expect(toPublicEvent({ type, data: internalSample(type) })).toBeNull()
  })

  it('is decided for every event type', () => {
    const decided = [...PUBLISHED.map(([type]) => type), ...KEPT, ...OTHERWISE]
    expect(decided.sort()).toEqual(Object.keys(eventSchemas).sort())
    const told: string[] = PUBLISHED.map(([, type]) => type)
    told.push('guiche.contact.number-found.v1', 'guiche.contact.number-lost.v1')
    expect(told.sort()).toEqual(Object.keys(publicEventSchemas).sort())
  })

  it('a ticket that a message of the contact resumes is reopened by the contact', () => {
    const data = internalSample('ticket.resumed.v1')
    expect(toPublicEvent({ type: 'ticket.resumed.v1', data })).toEqual({
      topic: 'guiche.tickets.v1',
      subject: 'ticket/41',
      type: 'guiche.ticket.reopened.v1',
      data: { ...data, by: 'contact' },
    })
  })

  it('a phone number that is found, and nothing of linked ids', () => {
    const number = '5511911111111'
    const found = (kind: string, value: string, known: string | null) =>
      toPublicEvent({
        type: 'contact.identified.v1',
        data: { contactId: 51, identity: { kind, value }, number: known },
      })
    expect(found('pn', number, number)).toEqual({
      topic: 'guiche.contacts.v1',
      subject: 'contact/51',
      type: 'guiche.contact.number-found.v1',
      data: publicSample('guiche.contact.number-found.v1'),
    })
    expect([found('lid', '123456789012345', null), found('lid', '123456789012345', number)]).toEqual([
      null,
      null,
    ])
  })

  it('a contact that is no longer known by a number has lost it; a linked id is WhatsApp’s', () => {
    const lost = (kind: string, value: string) =>
      toPublicEvent({
        type: 'contact.unidentified.v1',
        data: { contactId: 51, identity: { kind, value }, number: null },
      })
    expect(lost('pn', '5511911111111')).toEqual({
      topic: 'guiche.contacts.v1',
      subject: 'contact/51',
      type: 'guiche.contact.number-lost.v1',
      data: publicSample('guiche.contact.number-lost.v1'),
    })
    expect(lost('lid', '123456789012345')).toBeNull()
  })

  it('each kind of message and each acknowledgement by a public word', () => {
    const requested = internalSample('message.requested.v1')
    const kinds = (eventSchemas['message.requested.v1'].properties.kind as { enum?: string[] }).enum ?? []
    for (const kind of kinds) {
      const told = toPublicEvent({ type: 'message.requested.v1', data: { ...requested, kind } })
      expect(check(publicEventSchemas['guiche.message.requested.v1'], told?.data)).toMatchObject({ ok: true })
    }
    const acknowledged = internalSample('message.acknowledged.v1')
    const words = [0, 1, 2, 3, 4, 5].map(
      (ack) => toPublicEvent({ type: 'message.acknowledged.v1', data: { ...acknowledged, ack } })?.data,
    )
    expect(words).toMatchObject(
      ['pending', 'sent', 'sent', 'delivered', 'read', 'played'].map((status) => ({ status })),
    )
  })

  it.each(PUBLISHED)('%s: no field that was not chosen', (type) => {
    const data = internalSample(type)
    expect(toPublicEvent({ type, data: withMore(data) })).toEqual(toPublicEvent({ type, data }))
  })

  it('never where files lie, how WhatsApp addresses somebody, or what somebody saw', () => {
    const fields = JSON.stringify(publicEventSchemas)
    for (const name of ['blobId', 'waId', 'remoteJid', 'participant', 'passwordRef', 'seen', 'lid']) {
      expect(fields).not.toContain(`"${name}"`)
    }
  })

  it('nothing of a type that is not known', () => {
    expect([
      toPublicEvent({ type: 'else.v9', data: {} }),
      toPublicEvent({ type: 'toString', data: {} }),
    ]).toEqual([null, null])
  })
})
