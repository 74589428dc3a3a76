import { describe, expect, it } from '@jest/globals'
import { type EventType, eventSchemas } from '../events/index.js'
import { checkSchema } from '../schema.js'
import { publicSampleOf, sampleOf } from '../testing/samples.js'
import { publicEventSchemas, publicEventsByTopic } from './index.js'
import { toPublicEvent } from './public-event.js'

/** The public events of our golden samples. */
const PUBLIC_SAMPLES = (Object.keys(eventSchemas) as EventType[]).flatMap((type) => {
  const told = toPublicEvent({ type, data: sampleOf(type) })
  return told === null ? [] : [[type, told] as const]
})
/** The first event of each public type. Ids are tested below. */
const FIRST = PUBLIC_SAMPLES.filter(
  ([, { type }], at) => PUBLIC_SAMPLES.findIndex(([, told]) => told.type === type) === at,
).filter(([, { type }]) => !type.startsWith('guiche.contact.number-'))

/** The value with another field in every object, as a later release may send it. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withMore(field)])
  return { ...Object.fromEntries(fields), passwordRef: 'secret' }
}

describe('the public event of a stored event', () => {
  it.each(PUBLIC_SAMPLES)(
    '%s: fits its schema, and has its topic and the id of its record as key',
    (_, told) => {
      expect(checkSchema(publicEventSchemas[told.type], told.data)).toMatchObject({ ok: true })
      expect(Object.keys(publicEventsByTopic[told.topic])).toContain(told.type)
      const [record = '', id] = told.subject.split('/')
      expect(told.type).toContain(`guiche.${record}.`)
      expect(id).toBe(String((told.data as Record<string, unknown>)[`${record}Id`]))
    },
  )

  it.each(FIRST)('%s: equals the golden sample', (_, { type, data }) => {
    expect(data).toEqual(publicSampleOf(type))
  })

  it('exists for every public type', () => {
    const told: string[] = FIRST.map(([, { type }]) => type)
    told.push('guiche.contact.number-found.v1', 'guiche.contact.number-lost.v1')
    expect(told.sort()).toEqual(Object.keys(publicEventSchemas).sort())
  })

  it('names the contact as who reopened a ticket by a message', () => {
    const data = sampleOf('ticket.resumed.v1')
    expect(toPublicEvent({ type: 'ticket.resumed.v1', data })).toEqual({
      topic: 'guiche.tickets.v1',
      subject: 'ticket/41',
      type: 'guiche.ticket.reopened.v1',
      data: { ...data, by: 'contact' },
    })
  })

  it('tells that a phone number was found, but no linked id', () => {
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
      data: publicSampleOf('guiche.contact.number-found.v1'),
    })
    expect([found('lid', '123456789012345', null), found('lid', '123456789012345', number)]).toEqual([
      null,
      null,
    ])
  })

  it('tells that a contact lost its number, but not that it lost a linked id', () => {
    const lost = (kind: string, value: string) =>
      toPublicEvent({
        type: 'contact.unidentified.v1',
        data: { contactId: 51, identity: { kind, value }, number: null },
      })
    expect(lost('pn', '5511911111111')).toEqual({
      topic: 'guiche.contacts.v1',
      subject: 'contact/51',
      type: 'guiche.contact.number-lost.v1',
      data: publicSampleOf('guiche.contact.number-lost.v1'),
    })
    expect(lost('lid', '123456789012345')).toBeNull()
  })

  it('has a public word for each kind of message and each acknowledgement', () => {
    const requested = sampleOf('message.requested.v1')
    const kinds = (eventSchemas['message.requested.v1'].properties.kind as { enum?: string[] }).enum ?? []
    for (const kind of kinds) {
      const told = toPublicEvent({ type: 'message.requested.v1', data: { ...requested, kind } })
      expect(checkSchema(publicEventSchemas['guiche.message.requested.v1'], told?.data)).toMatchObject({
        ok: true,
      })
    }
    const acknowledged = sampleOf('message.acknowledged.v1')
    const words = [0, 1, 2, 3, 4, 5].map(
      (ack) => toPublicEvent({ type: 'message.acknowledged.v1', data: { ...acknowledged, ack } })?.data,
    )
    expect(words).toMatchObject(
      ['pending', 'sent', 'sent', 'delivered', 'read', 'played'].map((status) => ({ status })),
    )
  })

  it.each(PUBLIC_SAMPLES)('%s: has no field beyond the chosen ones', (type, told) => {
    expect(toPublicEvent({ type, data: withMore(sampleOf(type)) })).toEqual(told)
  })

  it('never has file locations, WhatsApp addresses, or who saw a message', () => {
    const fields = JSON.stringify(publicEventSchemas)
    for (const name of ['blobId', 'waId', 'remoteJid', 'participant', 'passwordRef', 'seen', 'lid']) {
      expect(fields).not.toContain(`"${name}"`)
    }
  })

  it('does not exist for an unknown type', () => {
    expect([
      toPublicEvent({ type: 'else.v9', data: {} }),
      toPublicEvent({ type: 'toString', data: {} }),
    ]).toEqual([null, null])
  })
})
