import {
  claimEvents,
  commandEvents,
  companyEvents,
  quotaEvents,
  sequenceEvents,
  settingEvents,
} from '@guiche/contracts/events/company.js'
import { connectionEvents, connectionsEvents } from '@guiche/contracts/events/connections.js'
import { contactEvents, erasureEvents } from '@guiche/contracts/events/contact.js'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { messageEvents } from '@guiche/contracts/events/message.js'
import { queueEvents } from '@guiche/contracts/events/queues.js'
import { relayEvents } from '@guiche/contracts/events/relay.js'
import { ticketEvents } from '@guiche/contracts/events/ticket.js'
import { userEvents } from '@guiche/contracts/events/user.js'
import type { TSchema } from '@sinclair/typebox'

type Events = Readonly<Record<string, TSchema>>

const GROUPS: readonly { title: string; stream: string; about: string; events: Events }[] = [
  {
    title: 'Company',
    stream: 'company-{id}',
    about: 'Registration, limits, due date.',
    events: companyEvents,
  },
  { title: 'Settings', stream: 'settings-{companyId}', about: 'Key by key.', events: settingEvents },
  { title: 'Quota', stream: 'quota-{companyId}', about: 'Seats taken and released.', events: quotaEvents },
  { title: 'User', stream: 'user-{id}', about: 'Profile and sessions. Erasable.', events: userEvents },
  { title: 'Queues', stream: 'queues-{companyId}', about: 'All queues of a company.', events: queueEvents },
  {
    title: 'Connections',
    stream: 'connections-{companyId}',
    about: 'How the connections are configured.',
    events: connectionsEvents,
  },
  {
    title: 'Connection',
    stream: 'connection-{id}',
    about: 'What was asked of a session and what became of it.',
    events: connectionEvents,
  },
  { title: 'Contact', stream: 'contact-{id}', about: 'Personal data. Erasable.', events: contactEvents },
  { title: 'Erasure', stream: 'erasure-{companyId}', about: 'Ids only.', events: erasureEvents },
  {
    title: 'Ticket',
    stream: 'ticket-{id}',
    about: 'The life of one ticket, ids only.',
    events: ticketEvents,
  },
  { title: 'Message', stream: 'message-{id}', about: 'Personal data. Erasable.', events: messageEvents },
  {
    title: 'Claim',
    stream: 'claim-{kind}-{hmac}',
    about: 'Who holds a unique thing. Never relayed.',
    events: claimEvents,
  },
  {
    title: 'Command',
    stream: 'command-{hmac}',
    about: 'Ids given to a create. Never relayed.',
    events: commandEvents,
  },
  {
    title: 'Sequence',
    stream: 'sequence-{name}',
    about: 'Blocks of numeric ids. Never relayed.',
    events: sequenceEvents,
  },
  {
    title: 'Relay',
    stream: 'relay-checkpoint',
    about: 'How far events have been published. Never relayed.',
    events: relayEvents,
  },
]

export type Shape = {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Shape>>
}

/** A schema in a few words: `integer`, `text or null`, `list of {…}`. */
export const words = (shape: Shape): string => {
  if (shape.anyOf !== undefined) return shape.anyOf.map(words).join(' or ')
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum !== undefined) return shape.enum.map((word) => `\`${word}\``).join(', ')
  if (shape.type === 'array') return `list of ${words(shape.items ?? {})}`
  if (shape.type === 'object') {
    const fields = Object.entries(shape.properties ?? {}).map(([name, field]) => `${name}: ${words(field)}`)
    if (fields.length > 0) return `{ ${fields.join('; ')} }`
    const [values] = Object.values(shape.patternProperties ?? {})
    return values === undefined ? 'object' : `map to ${words(values)}`
  }
  if (shape.type === 'string') return shape.format ?? 'text'
  return shape.type ?? 'anything'
}

const table = (schema: TSchema): string[] => {
  const shape = schema as unknown as Shape
  const required = new Set(shape.required ?? [])
  const rows = Object.entries(shape.properties ?? {}).map(
    ([name, field]) => `| \`${name}\`${required.has(name) ? '' : ' (optional)'} | ${words(field)} |`,
  )
  return rows.length === 0 ? ['No data.'] : ['| field | what |', '|---|---|', ...rows]
}

/** Event types that no group lists; a test holds this empty. */
export const ungrouped = (): string[] => {
  const grouped = new Set(GROUPS.flatMap(({ events }) => Object.keys(events)))
  return Object.keys(eventSchemas).filter((type) => !grouped.has(type))
}

/** docs/events.md: every event type with its stream and its data, made from contracts/events. */
export const eventsDoc = (): string => {
  const sections = GROUPS.flatMap(({ title, stream, about, events }) => [
    `## ${title}`,
    '',
    `Stream \`${stream}\`. ${about}`,
    '',
    ...Object.entries(events).flatMap(([type, schema]) => [`### ${type}`, '', ...table(schema), '']),
  ])
  return [
    '# Events',
    '',
    '<!-- Generated by `npm run docs` from contracts/events; do not edit. -->',
    '',
    'Every event carries, beside its data: `id`, `type`, `stream`, `revision`, `position`, `companyId`, `time`,',
    '`actor`, `correlationId`, `causationId`. A name is a storage format: what changes otherwise than by an added',
    'optional field is a new version.',
    '',
    ...sections,
  ].join('\n')
}
