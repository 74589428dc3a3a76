import type { TSchema } from '@sinclair/typebox'
import type { EventsOf } from '../envelope.js'
import { erasedOfRecord, eventsOfRecord, type RecordErasures, type RecordEvents } from '../records/derive.js'
import { isErasable, RECORDS } from '../records/index.js'
import type { RecordSpec } from '../records/record.js'
import { closureEvents } from './closure.js'
import {
  claimEvents,
  commandEvents,
  companyEvents,
  planUseEvents,
  quotaEvents,
  sequenceEvents,
  settingEvents,
} from './company.js'
import { connectionEvents, connectionsEvents, historyEvents } from './connections.js'
import { contactEvents, erasureEvents } from './contact.js'
import { exportEvents } from './export.js'
import { importEvents } from './import.js'
import { messageEvents, reactorEvents } from './message.js'
import { relayEvents } from './relay.js'
import { marksEvents, ticketEvents, ticketsEvents } from './ticket.js'
import { userEvents } from './user.js'

const aboutOf = (spec: RecordSpec): string => {
  if (isErasable(spec)) return 'Personal data. Erasable.'
  if (spec.kept === 'alone') return `One ${spec.name}.`
  return `All ${spec.plural} of ${spec.of === 'platform' ? 'the platform' : 'a company'}.`
}
const recordStreams = Object.values(RECORDS).map((spec) => ({
  stream: spec.kept === 'alone' ? `${spec.name}-{${spec.name}Id}` : `${spec.plural}-{companyId}`,
  about: aboutOf(spec),
  events: eventsOfRecord(spec),
})) as unknown as readonly [
  { readonly stream: string; readonly about: string; readonly events: RecordEvents },
]

const recordErasures = Object.assign({}, ...Object.values(RECORDS).map(erasedOfRecord)) as RecordErasures

/**
 * All kinds of streams with their events: all lists of events derive from here. `stream`: the pattern of the
 * names; its `{field}` is a field of the event's data or envelope, or a key. `internal` events are read only
 * by their writers, and never relayed (streams.ts).
 */
export const eventStreams = [
  {
    stream: 'company-{companyId}',
    about: 'Registration, plan, limits, due date. Erasable.',
    events: companyEvents,
  },
  { stream: 'settings-{companyId}', about: 'Key by key.', events: settingEvents },
  { stream: 'quota-{companyId}', about: 'Seats taken and released.', events: quotaEvents },
  { stream: 'user-{userId}', about: 'Profile and sessions. Erasable.', events: userEvents },
  ...recordStreams,
  {
    stream: 'connections-{companyId}',
    about: 'How the connections are configured.',
    events: connectionsEvents,
  },
  {
    stream: 'connection-{connectionId}',
    about: 'What was asked of a session and what became of it.',
    events: connectionEvents,
  },
  {
    stream: 'history-{connectionId}',
    about: 'Imports of old messages, numbers only.',
    events: historyEvents,
  },
  { stream: 'contact-{contactId}', about: 'Personal data. Erasable.', events: contactEvents },
  { stream: 'erasure-{companyId}', about: 'Ids only.', events: { ...erasureEvents, ...recordErasures } },
  {
    stream: 'closures',
    about: 'Erasures of companies, numbers only.',
    events: closureEvents,
    afterErasure: 'stays',
  },
  {
    stream: 'import-{companyId}',
    about: 'Imports of contacts, one at a time; numbers only.',
    events: importEvents,
  },
  {
    stream: 'export-{companyId}',
    about: 'Exports of a company, one at a time; numbers only.',
    events: exportEvents,
  },
  { stream: 'ticket-{ticketId}', about: 'The life of one ticket, ids only.', events: ticketEvents },
  {
    stream: 'tickets-{companyId}',
    about: 'What is asked of many tickets at once, ids only.',
    events: ticketsEvents,
  },
  { stream: 'marks-{ticketId}', about: 'What was read of one ticket, ids only.', events: marksEvents },
  { stream: 'message-{messageId}', about: 'Personal data. Erasable.', events: messageEvents },
  {
    stream: 'reactor-{reactorId}',
    about: 'Who reacted to a message inside a group. Personal data. Erasable.',
    events: reactorEvents,
  },
  {
    stream: 'claim-{kind}-{hmac}',
    about: 'Who holds a unique thing.',
    events: claimEvents,
    internal: true,
    afterErasure: 'is released',
  },
  {
    stream: 'plan-use-{planId}',
    about: 'Which companies have the plan.',
    events: planUseEvents,
    internal: true,
    afterErasure: 'stays',
  },
  { stream: 'command-{hmac}', about: 'Ids given to a create.', events: commandEvents, internal: true },
  {
    stream: 'sequence-{name}',
    about: 'Blocks of numeric ids.',
    events: sequenceEvents,
    internal: true,
    afterErasure: 'stays',
  },
  {
    stream: 'relay-checkpoint',
    about: 'How far events have been published.',
    events: relayEvents,
    internal: true,
    afterErasure: 'stays',
  },
] as const satisfies readonly {
  readonly stream: string
  readonly about: string
  readonly events: Readonly<Record<string, TSchema>>
  readonly internal?: true
  /**
   * The fate of a stream with events of several companies at the erasure of one company. `stays`: the stream
   * holds only ids and numbers. Absent: the stream belongs to one company, and is removed.
   */
  readonly afterErasure?: 'stays' | 'is released'
}[]

type Streams = (typeof eventStreams)[number]
type Schemas = Streams['events']
type KeysOf<M> = M extends unknown ? keyof M & string : never

/** Names of all events ever written. A table keyed by EventType does not compile if a name is missing. */
export type EventType = KeysOf<Schemas>
/** Names of relayed events: other services and systems get them. */
export type RelayedType = Exclude<EventType, KeysOf<Extract<Streams, { readonly internal: true }>['events']>>
type SchemaOf<T extends EventType> = Extract<Schemas, Readonly<Record<T, TSchema>>>[T]

/** All event types ever written, with the schemas of their data. Names are storage formats. */
export const eventSchemas = Object.assign({}, ...eventStreams.map(({ events }) => events)) as {
  readonly [T in EventType]: SchemaOf<T>
}

export type GuicheEvent = EventsOf<typeof eventSchemas>
/** The `{type, data}` of one event type. */
export type EventNamed<T extends EventType> = Extract<GuicheEvent, { type: T }>
