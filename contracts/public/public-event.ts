import type { TSchema } from '@sinclair/typebox'
import { PUBLIC_TOPICS, type PublicTopic } from '../bus/topics.js'
import type { EventNamed, RelayedType } from '../events/index.js'
import type { MessageKind } from '../events/message.js'
import type { FieldSetType, SystemFieldName } from '../events/ticket-fields.js'
import { pick } from '../pick.js'
import type { RecordErasures, RecordEvents } from '../records/derive.js'
import { type PublicEvent, type PublicEventType, publicEventSchemas, publicEventsByTopic } from './index.js'

type Data<T extends RelayedType> = EventNamed<T>['data']
type PublicDataOf<P extends PublicEventType> = Extract<PublicEvent, { type: P }>['data']
/** Fields of the public event that the internal event lacks or has in another form. */
type MissingFields<P extends PublicEventType, T extends RelayedType> = {
  readonly [K in keyof PublicDataOf<P> as K extends keyof Data<T>
    ? Data<T>[K] extends PublicDataOf<P>[K]
      ? never
      : K
    : K]: PublicDataOf<P>[K]
}
/** The rule for one event: publish it under this name, unchanged or with the missing fields; null publishes nothing. */
type Decision<T extends RelayedType> = {
  readonly [P in PublicEventType]:
    | (keyof MissingFields<P, T> extends never ? P : never)
    | { readonly as: P; readonly and: (data: Data<T>) => MissingFields<P, T> | null }
}[PublicEventType]

const KINDS = {
  conversation: 'text',
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'document',
  sticker: 'sticker',
  locationMessage: 'location',
  contactMessage: 'contact-card',
  call_log: 'call-log',
  unreadable: 'unreadable',
} as const satisfies Record<MessageKind, string>

const ACKS = ['pending', 'sent', 'sent', 'delivered', 'read', 'played'] as const

const STATUSES = {
  OPENING: 'opening',
  qrcode: 'qrcode',
  PAIRING: 'pairing',
  CONNECTED: 'connected',
  TIMEOUT: 'timeout',
  DISCONNECTED: 'disconnected',
} as const satisfies Record<Data<'connection.status-changed.v1'>['status'], string>

const contentOf = ({ kind, media }: Pick<Data<'message.recovered.v1'>, 'kind' | 'media'>) => ({
  kind: KINDS[kind],
  file: media,
})
const adOf = ({ details }: Pick<Data<'message.recovered.v1'>, 'details'>) =>
  details?.of === 'ad' ? { ad: pick(details, 'title', 'text', 'url', 'clickId', 'source') } : {}
/** Only phone numbers are public: a linked id is internal to WhatsApp. */
const numberOf = ({ identity }: Data<'contact.identified.v1'>) =>
  identity.kind === 'pn' ? { number: identity.value } : null

/** Events that are internal without a rule: those of records, and of fields that processes set on a ticket. */
type InternalType = keyof RecordEvents | keyof RecordErasures | FieldSetType<SystemFieldName>
/** Rules of publication for all other relayed events: null = internal. */
export type PublicDecisions = { readonly [T in Exclude<RelayedType, InternalType>]: Decision<T> | null }
const DECISIONS: PublicDecisions = {
  'ticket.opened.v1': 'guiche.ticket.opened.v1',
  'ticket.accepted.v1': 'guiche.ticket.accepted.v1',
  'ticket.returned.v1': 'guiche.ticket.returned.v1',
  'ticket.transferred.v1': 'guiche.ticket.transferred.v1',
  'ticket.closed.v1': 'guiche.ticket.closed.v1',
  'ticket.close-all-asked.v1': null,
  'ticket.close-settled.v1': null,
  'ticket.close-undone.v1': { as: 'guiche.ticket.reopened.v1', and: () => ({ by: 'user' }) },
  'ticket.priority-set.v1': 'guiche.ticket.priority-set.v1',
  'ticket.rated.v1': 'guiche.ticket.rated.v1',
  'ticket.rating-unclear.v1': null,
  'ticket.rating-commented.v1': null,
  'ticket.bot-stepped.v1': null,
  'ticket.bot-left.v1': null,
  'ticket.bills-answered.v1': null,
  'ticket.snoozed.v1': null,
  'ticket.woken.v1': null,
  'ticket.reopened.v1': { as: 'guiche.ticket.reopened.v1', and: () => ({ by: 'user' }) },
  'ticket.resumed.v1': { as: 'guiche.ticket.reopened.v1', and: () => ({ by: 'contact' }) },
  'ticket.unlinked.v1': 'guiche.ticket.unlinked.v1',
  'ticket.contact-changed.v1': {
    as: 'guiche.ticket.contact-changed.v1',
    and: ({ previous }) => ({ previousContactId: previous }),
  },
  'ticket.deleted.v1': 'guiche.ticket.deleted.v1',
  'ticket.tagged.v1': null,
  'ticket.untagged.v1': null,
  'ticket.lane-moved.v1': null,
  'ticket.claim-lost.v1': null,
  'ticket.read.v1': null,
  'ticket.receipts-given.v1': null,

  'message.received.v1': {
    as: 'guiche.message.received.v1',
    and: (data) => ({ ...contentOf(data), ...adOf(data), filePending: data.mediaPending }),
  },
  'message.recovered.v1': {
    as: 'guiche.message.recovered.v1',
    and: (data) => ({ ...contentOf(data), ...adOf(data), filePending: data.mediaPending }),
  },
  'message.requested.v1': { as: 'guiche.message.requested.v1', and: contentOf },
  'message.sent.v1': 'guiche.message.sent.v1',
  'message.acknowledged.v1': {
    as: 'guiche.message.acknowledged.v1',
    and: ({ ack }) => ({ status: ACKS[ack] ?? 'pending' }),
  },
  'message.failed.v1': 'guiche.message.failed.v1',
  'message.media-stored.v1': { as: 'guiche.message.file-stored.v1', and: ({ media }) => ({ file: media }) },
  'message.media-failed.v1': 'guiche.message.file-failed.v1',
  'message.edited.v1': 'guiche.message.edited.v1',
  'message.revoked.v1': 'guiche.message.revoked.v1',
  'message.reacted.v1': {
    as: 'guiche.message.reacted.v1',
    and: ({ reactor }) => (reactor === undefined ? {} : { reactorId: reactor.id }),
  },
  'message.erased.v1': 'guiche.message.erased.v1',
  'message.retried.v1': null,
  'message.media-retried.v1': null,
  'message.edit-requested.v1': null,
  'message.edit-failed.v1': null,
  'message.revoke-requested.v1': null,
  'message.revoke-failed.v1': null,
  'message.reaction-requested.v1': null,
  'message.reaction-failed.v1': null,
  'message.conflict-parked.v1': null,
  'reactor.named.v1': null,
  'reactor.erased.v1': null,

  'contact.created.v1': 'guiche.contact.created.v1',
  'contact.changed.v1': 'guiche.contact.changed.v1',
  'contact.identified.v1': { as: 'guiche.contact.number-found.v1', and: numberOf },
  'contact.unidentified.v1': { as: 'guiche.contact.number-lost.v1', and: numberOf },
  'contact.merged.v1': { as: 'guiche.contact.merged.v1', and: ({ into }) => ({ intoContactId: into }) },
  'contact.erased.v1': 'guiche.contact.erased.v1',
  'contact.picture-changed.v1': null,
  'contact.push-named.v1': null,
  'contact.username-changed.v1': 'guiche.contact.username-changed.v1',
  'contact.merging.v1': null,
  'contact.blocked.v1': null,
  'contact.unblocked.v1': null,
  'contact.erasing.v1': null,

  'export.requested.v1': null,
  'export.finished.v1': null,
  'export.failed.v1': null,
  'export.deleted.v1': null,
  'import.requested.v1': null,
  'import.finished.v1': null,
  'import.cancelled.v1': null,
  'import.failed.v1': null,

  'connection.created.v1': 'guiche.connection.created.v1',
  'connection.changed.v1': 'guiche.connection.changed.v1',
  'connection.default-changed.v1': {
    as: 'guiche.connection.default-changed.v1',
    and: ({ previousId }) => ({ previousConnectionId: previousId }),
  },
  'connection.status-changed.v1': {
    as: 'guiche.connection.status-changed.v1',
    and: ({ status, previous }) => ({ status: STATUSES[status], previous: STATUSES[previous] }),
  },
  'connection.deleted.v1': 'guiche.connection.deleted.v1',
  'connection.token-made.v1': null,
  'connection.token-revoked.v1': null,
  'connection.session-requested.v1': null,
  'connection.import-requested.v1': null,
  'connection.import-progressed.v1': null,
  'connection.import-finished.v1': null,
  'connection.import-cancelled.v1': null,
  'connection.import-close-requested.v1': null,

  'company.registered.v1': null,
  'company.unblocked.v1': null,
  'company.changed.v1': null,
  'company.name-lost.v1': null,
  'company.erasing.v1': null,
  'company.erased.v1': 'guiche.company.erased.v1',
  'closure.begun.v1': null,
  'closure.swept.v1': null,
  'closure.erased.v1': null,
  'company.status-set.v1': null,
  'company.plan-set.v1': null,
  'company.due-date-set.v1': null,
  'setting.changed.v1': null,
  'quota.seat-taken.v1': null,
  'quota.seat-released.v1': null,
  'user.created.v1': null,
  'user.changed.v1': null,
  'user.password-changed.v1': null,
  'user.invited.v1': null,
  'user.session-started.v1': null,
  'user.session-ended.v1': null,
  'user.visit-began.v1': null,
  'user.visit-left.v1': null,
  'user.visited.v1': null,
  'user.visit-ended.v1': null,
  'user.email-lost.v1': null,
  'user.deleted.v1': null,
}

type AnyDecisions = Readonly<
  Record<
    string,
    PublicEventType | { readonly as: PublicEventType; readonly and: (data: never) => object | null } | null
  >
>

/**
 * A value with only the fields of its schema: a later field of an internal event is not published
 * automatically.
 */
const onlyDeclared = (schema: TSchema, value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => onlyDeclared(schema.items, item))
  const { properties } = (schema.anyOf?.[0] ?? schema) as { properties: Readonly<Record<string, TSchema>> }
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name))
  return Object.fromEntries(
    known.map(([name, field]) => [name, onlyDeclared(properties[name] as TSchema, field)]),
  )
}

const topicOf = (type: PublicEventType): PublicTopic | undefined =>
  Object.values(PUBLIC_TOPICS).find((topic) => type in publicEventsByTopic[topic])

/**
 * The public form of an event; null if it is not public. One event gives at most one public event, so the position
 * identifies it. Pure; unknown types give null.
 */
export const toPublicEvent = (event: {
  readonly type: string
  readonly data: unknown
}): PublicEvent | null => {
  const decision = Object.hasOwn(DECISIONS, event.type) ? (DECISIONS as AnyDecisions)[event.type] : null
  if (decision === null || decision === undefined) return null
  const [type, more] =
    typeof decision === 'string' ? [decision, {}] : [decision.as, decision.and(event.data as never)]
  if (more === null) return null
  const data = onlyDeclared(publicEventSchemas[type], {
    ...(event.data as object),
    ...more,
  }) as PublicEvent['data']
  // the second word of the event's name is the record's kind
  const record = type.split('.')[1] ?? ''
  const id = (data as Readonly<Record<string, unknown>>)[`${record}Id`]
  return { topic: topicOf(type), subject: `${record}/${id}`, type, data } as PublicEvent
}
