import type { EventNamed, RelayedType } from '../events/index.js'
import type { TicketAssignment } from '../events/ticket.js'
import {
  type FieldSetType,
  fieldSetType,
  isByPeople,
  type SystemFieldName,
  TICKET_FIELD_NAMES,
  type TicketFieldName,
} from '../events/ticket-fields.js'
import { erasedOfRecord, eventsOfRecord, type RecordErasures, type RecordEvents } from '../records/derive.js'
import { RECORDS, type RecordName } from '../records/index.js'

type Scalar = string | number | boolean | null
type Data<T extends RelayedType> = EventNamed<T>['data']
/** Fields of an event that the audit may show: single values, and a ticket's assignment, which gives four facts. */
type PickableField<T extends RelayedType> = {
  [K in keyof Data<T> & string]: Data<T>[K] extends Scalar | TicketAssignment | undefined ? K : never
}[keyof Data<T> & string]

/** The decision for each event: its fields in the audit, or null. */
export type AuditDecisions = { readonly [T in RelayedType]: readonly PickableField<T>[] | null }
/** Audited events of records: one sentence each, for all kinds. */
export type RecordMoment = 'created' | 'changed' | 'deleted'
/**
 * Facts of records: their ids; names are joined at reading. An erased record has no entry of its own: the
 * contact's event covers it.
 */
const recordFacts = Object.fromEntries(
  Object.values(RECORDS).flatMap((spec) => [
    ...Object.keys(eventsOfRecord(spec)).map((type) => [type, [`${spec.name}Id`]]),
    ...Object.keys(erasedOfRecord(spec)).map((type) => [type, null]),
  ]),
) as unknown as {
  readonly [N in RecordName as Extract<keyof RecordEvents, `${N}.${RecordMoment}.v1`>]: readonly [`${N}Id`]
} & { readonly [T in keyof RecordErasures]: null }

/** Facts of a field that a person set on a ticket: its value. */
const fieldFacts = Object.fromEntries(
  TICKET_FIELD_NAMES.map((name) => [fieldSetType(name), isByPeople(name) ? [name] : null]),
) as unknown as {
  readonly [K in TicketFieldName as FieldSetType<K>]: K extends SystemFieldName ? null : readonly [K]
}

/**
 * Fields of each event in the audit: ids, statuses and codes, never texts of a person. Null: not in the audit. Either the event
 * repeats another one (deliveries, read marks, seats, claims), or it comes from a contact and is in the conversation.
 */
export const AUDIT_FACTS = {
  'company.registered.v1': ['status', 'dueDate'],
  'company.unblocked.v1': ['until'],
  'company.changed.v1': [],
  'company.name-lost.v1': null,
  'company.erasing.v1': null,
  'company.erased.v1': null,
  'closure.begun.v1': ['closureId'],
  'closure.swept.v1': ['closureId'],
  'closure.erased.v1': null,
  'company.status-set.v1': ['status'],
  'company.plan-set.v1': ['planId'],
  'company.due-date-set.v1': ['dueDate'],
  'setting.changed.v1': ['key', 'value'],
  'quota.seat-taken.v1': null,
  'quota.seat-released.v1': null,

  'user.created.v1': ['userId', 'profile', 'allTicket'],
  'user.changed.v1': ['userId', 'profile', 'allTicket'],
  'user.password-changed.v1': ['userId'],
  'user.invited.v1': ['userId', 'until'],
  'user.session-started.v1': ['userId'],
  'user.session-ended.v1': ['userId', 'reason'],
  'user.visit-began.v1': ['visitedCompanyId', 'visitedUserId', 'why', 'until'],
  'user.visit-left.v1': ['visitedCompanyId', 'visitedUserId', 'reason'],
  'user.visited.v1': ['userId', 'why', 'until'],
  'user.visit-ended.v1': ['userId', 'reason'],
  'user.email-lost.v1': null,
  'user.deleted.v1': ['userId'],

  ...recordFacts,

  'connection.created.v1': ['connectionId', 'channel', 'isDefault'],
  'connection.changed.v1': ['connectionId'],
  'connection.default-changed.v1': ['connectionId', 'previousId'],
  'connection.deleted.v1': ['connectionId', 'moveTo', 'closeTickets'],
  'connection.token-made.v1': ['connectionId'],
  'connection.token-revoked.v1': ['connectionId'],
  'connection.session-requested.v1': ['connectionId', 'request'],
  'connection.status-changed.v1': ['connectionId', 'status', 'previous', 'reason', 'retries'],

  'connection.import-requested.v1': ['connectionId', 'groups', 'closeTickets'],
  'connection.import-progressed.v1': null,
  'connection.import-finished.v1': ['connectionId'],
  'connection.import-cancelled.v1': ['connectionId'],
  'connection.import-close-requested.v1': ['connectionId'],

  'contact.created.v1': ['isGroup', 'connectionId'],
  'contact.changed.v1': ['active'],
  'contact.identified.v1': null,
  'contact.unidentified.v1': null,
  'contact.picture-changed.v1': null,
  'contact.push-named.v1': null,
  'contact.username-changed.v1': null,
  'contact.blocked.v1': ['connectionId'],
  'contact.unblocked.v1': ['connectionId'],
  'contact.merging.v1': null,
  'contact.merged.v1': ['into'],
  'contact.erasing.v1': [],
  'contact.erased.v1': ['tickets', 'messages', 'files', 'records'],

  'export.requested.v1': [],
  'export.finished.v1': ['rows'],
  'export.failed.v1': ['reason'],
  'export.deleted.v1': null,
  'import.requested.v1': ['source', 'rows'],
  'import.finished.v1': ['created', 'existed', 'invalid', 'duplicates'],
  'import.cancelled.v1': [],
  'import.failed.v1': ['reason'],

  'ticket.opened.v1': ['to'],
  'ticket.accepted.v1': ['from', 'to'],
  'ticket.returned.v1': ['from', 'to', 'noteId'],
  'ticket.transferred.v1': ['from', 'to', 'noteId'],
  'ticket.closed.v1': ['from', 'to', 'reason'],
  'ticket.close-all-asked.v1': ['status'],
  'ticket.close-settled.v1': null,
  'ticket.close-undone.v1': ['from', 'to'],
  ...fieldFacts,
  'ticket.rated.v1': ['rating'],
  'ticket.rating-unclear.v1': null,
  'ticket.rating-commented.v1': null,
  'ticket.bot-stepped.v1': null,
  'ticket.bot-left.v1': ['because'],
  'ticket.bills-answered.v1': ['outcome', 'count', 'system', 'code'],
  'ticket.snoozed.v1': ['until'],
  'ticket.woken.v1': [],
  'ticket.reopened.v1': ['from', 'to'],
  'ticket.resumed.v1': ['from', 'to'],
  'ticket.unlinked.v1': ['from', 'to', 'because'],
  'ticket.contact-changed.v1': ['previous'],
  'ticket.deleted.v1': ['from'],
  'ticket.tagged.v1': ['tagId'],
  'ticket.untagged.v1': ['tagId'],
  'ticket.lane-moved.v1': ['tagId'],
  'ticket.claim-lost.v1': null,
  'ticket.read.v1': null,
  'ticket.receipts-given.v1': null,

  'message.received.v1': null,
  'message.recovered.v1': null,
  'message.requested.v1': ['messageId', 'connectionId', 'kind', 'source', 'forwarded'],
  'message.sent.v1': null,
  'message.acknowledged.v1': null,
  'message.failed.v1': ['messageId', 'connectionId', 'code'],
  'message.retried.v1': ['messageId', 'connectionId'],
  'message.media-stored.v1': null,
  'message.media-failed.v1': ['messageId', 'connectionId', 'code'],
  'message.media-retried.v1': ['messageId', 'connectionId'],
  'message.edit-requested.v1': ['messageId', 'connectionId'],
  'message.edited.v1': ['messageId', 'connectionId', 'by'],
  'message.edit-failed.v1': ['messageId', 'connectionId', 'code'],
  'message.revoke-requested.v1': ['messageId', 'connectionId'],
  'message.revoked.v1': ['messageId', 'connectionId', 'by'],
  'message.revoke-failed.v1': ['messageId', 'connectionId', 'code'],
  'message.reaction-requested.v1': ['messageId', 'connectionId'],
  'message.reacted.v1': null,
  'message.reaction-failed.v1': null,
  'message.erased.v1': null,
  'message.conflict-parked.v1': ['messageId', 'connectionId'],
  'reactor.named.v1': null,
  'reactor.erased.v1': null,
} as const satisfies AuditDecisions

type Facts = typeof AUDIT_FACTS
/** The events that have an entry in the audit. */
export type AuditedType = { [T in keyof Facts]: Facts[T] extends null ? never : T }[keyof Facts]

type PickedField<T extends AuditedType> = NonNullable<Facts[T]>[number] & keyof Data<T> & string
/** A ticket's assignment (`from`) gives `fromStatus`, `fromUserId`, `fromQueueId` and `fromConnectionId`. */
type NamesOf<K extends string, V> = V extends TicketAssignment
  ? `${K}${Capitalize<keyof TicketAssignment>}`
  : K
/** The facts of an audit entry, without actor and time. */
export type AuditFacts<T extends AuditedType> = {
  readonly [N in { [K in PickedField<T>]: NamesOf<K, Data<T>[K]> }[PickedField<T>]]: N extends keyof Data<T>
    ? Data<T>[N]
    : N extends `${'from' | 'to'}${infer F}`
      ? TicketAssignment[Uncapitalize<F> & keyof TicketAssignment]
      : never
}
/** The name of any fact that an entry may have. */
export type FactName = { [T in AuditedType]: keyof AuditFacts<T> }[AuditedType]

/** A value of a field before or after a change; ids of several records are a list. */
export type AuditValue = Scalar | readonly number[]
/**
 * A changed field. `before` and `after` are absent for texts of people: the audit does not keep such texts.
 */
export interface FieldChange {
  readonly field: string
  readonly before?: AuditValue
  readonly after?: AuditValue
}

/** Collection `audit`. id = event id. Only ids; names are joined at reading. */
export interface AuditDoc {
  readonly id: string
  readonly companyId: number
  readonly type: string
  /** first word of the type: ticket, message, user … */
  readonly area: string
  /** `user-5`: the entry's record; null for tickets, messages and things without id */
  readonly subject: string | null
  readonly time: string
  readonly actorKind: string
  readonly actorId: number
  /** the visited user, if a visitor acted; absent otherwise */
  readonly actorFor?: number
  readonly ticketId: number | null
  readonly contactId: number | null
  readonly correlationId: string
  /** ids, statuses and codes of the event, never texts of a person */
  readonly facts: { readonly [N in FactName]?: Scalar }
  /** the changed fields */
  readonly changes: readonly FieldChange[]
  readonly position: string
}

/**
 * Collection `audit-states`. id = area and id. Present values of a record, to compare with its next change.
 */
export interface AuditStateDoc {
  readonly id: string
  readonly companyId: number
  readonly fields: Readonly<Record<string, unknown>>
}
