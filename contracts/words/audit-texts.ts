import type { EventNamed, EventType } from '../events/index.js'
import type { TicketAssignment } from '../events/ticket.js'
import type { PersonFieldName, TicketFieldName, TicketValues } from '../events/ticket-fields.js'
import type { Language } from '../languages.js'
import { RECORDS, type RecordName } from '../records/index.js'
import type { RecordSpec } from '../records/record.js'
import type { BillingSystem, SETTINGS } from '../settings/settings.js'
import type { AuditedType, AuditFacts, FactName, RecordMoment } from '../views/audit.js'
import type { en } from './en.js'
import type { es } from './es.js'
import type { pt } from './pt.js'

/** Events of records share three sentences; the declared `noun` of the record is filled in. */
type OfRecord = `${RecordName}.${string}`
type OwnType = Exclude<AuditedType, OfRecord>
type AuditTextKey<T extends OwnType> = T extends `${infer Area}.${infer What}.v${number}`
  ? { readonly area: Area; readonly key: `${Area}-${What}` }
  : never
type Sentence = AuditTextKey<OwnType>['key'] | `record-${RecordMoment}`
/** Variants of a sentence, by the facts that are known. */
type Variant = `${Sentence}_${'both' | 'user' | 'queue' | 'unknown' | 'moved' | 'closed'}`

type FieldBefore = `from${Capitalize<keyof TicketAssignment>}`
type FieldAfter = `to${Capitalize<keyof TicketAssignment>}`
type FieldOf<T extends EventType> = Exclude<keyof EventNamed<T>['data'], 'userId' | 'contactId'>
/** Ticket fields whose value is chosen from a list. */
type Choice = { [K in PersonFieldName]: TicketValues[K] extends string ? K : never }[PersonFieldName]
/** Names of a ticket's fields, and names of the values of a choice. */
interface InboxTexts extends Readonly<{ [K in Choice]: { readonly [V in TicketValues[K]]: string } }> {
  readonly field: { readonly [K in keyof TicketAssignment | PersonFieldName]-?: string }
}
/**
 * Texts of the audit in one language: a sentence for each event, a name for each fact, and texts of values.
 */
interface AuditTexts {
  /** the visitor, and the visited user */
  readonly visiting: string
  readonly event: { readonly [K in Sentence]: string }
  readonly area: { readonly [K in AuditTextKey<OwnType>['area']]: string }
  readonly fact: {
    readonly [K in Exclude<FactName, FieldBefore | FieldAfter | TicketFieldName | `${RecordName}Id`>]: string
  }
  /**
   * Names of fields that the audit compares. Names of records' fields are in their declarations, those of settings in
   * settings.ts.
   */
  readonly field: {
    readonly user: { readonly [K in FieldOf<'user.changed.v1'>]: string }
    readonly connection: { readonly [K in FieldOf<'connection.changed.v1'> | 'status']: string }
    readonly contact: { readonly [K in FieldOf<'contact.changed.v1'>]: string }
  }
  readonly status: { readonly [K in AuditFacts<'connection.status-changed.v1'>['status']]: string }
  readonly reason: {
    readonly [K in
      | AuditFacts<'ticket.closed.v1'>['reason']
      | AuditFacts<'user.session-ended.v1'>['reason']
      | AuditFacts<'user.visit-ended.v1'>['reason']]: string
  }
  readonly because: {
    readonly [K in
      | AuditFacts<'ticket.unlinked.v1'>['because']
      | AuditFacts<'ticket.bot-left.v1'>['because']]: string
  }
  readonly request: { readonly [K in AuditFacts<'connection.session-requested.v1'>['request']]: string }
  /** no queue */
  readonly sendIdQueue: { readonly '0': string }
  /** names of the values of these settings */
  readonly language: { readonly [K in Language]: string }
  readonly scheduleType: { readonly [K in (typeof SETTINGS)['scheduleType']['values'][number]]: string }
  readonly outcome: { readonly [K in AuditFacts<'ticket.bills-answered.v1'>['outcome']]: string }
  readonly system: { readonly [K in BillingSystem]: string }
  readonly rating: { readonly [K in AuditFacts<'ticket.rated.v1'>['rating']]: string }
  readonly source: { readonly [K in Exclude<AuditFacts<'message.requested.v1'>['source'], 'user'>]: string }
}
/** A sentence for an event that is not in the audit does not compile. */
interface NothingElse<T extends { readonly event: object }> {
  readonly event: { readonly [K in keyof T['event']]: K extends Sentence | Variant ? string : never }
}

export type CompleteTexts<A extends AuditTexts & NothingElse<A>, _ extends InboxTexts = InboxTexts> = A
/** The texts of the audit; a language with a missing text does not compile. */
export type Texts =
  | CompleteTexts<(typeof pt)['audit'], (typeof pt)['inbox']>
  | CompleteTexts<(typeof en)['audit'], (typeof en)['inbox']>
  | CompleteTexts<(typeof es)['audit'], (typeof es)['inbox']>

/** The record kind of this name, if any. */
export const recordOf = (name: string) =>
  Object.values<Pick<RecordSpec, 'name' | 'plural' | 'fields'>>(RECORDS).find((one) => one.name === name)

/**
 * The key of an event's sentence, equal for all versions of the event. `ticket.accepted.v1` →
 * `audit:event.ticket-accepted`
 */
export const sentenceKey = (type: string): string => {
  const [, area = '', what = ''] = /^([^.]+)\.([^.]+)\.v\d+$/.exec(type) ?? []
  return `audit:event.${recordOf(area) === undefined ? area : 'record'}-${what}`
}

/** The key of a fact's name; for the id of a record, the name of the record's kind. */
export const factKey = (fact: string): string => {
  const record = recordOf(fact.replace(/Id$/, ''))
  return record === undefined ? `audit:fact.${fact}` : `${record.plural}:name`
}
