import type { Feature } from '../company/features.js'
import type { ErrorEntry } from '../errors/entry.js'
import type { Section } from '../menu.js'
import type { LeastProfile } from '../users/permissions.js'
import type { Field } from './fields.js'
import type { Texts } from './texts.js'

type Code = `ERR_${string}`

/** An error of a record: its case, HTTP status and texts. */
export interface RecordError extends ErrorEntry {
  readonly when:
    | ('missing' | 'limit' | 'taken' | 'invalid' | 'settled')
    | ('awaited' | 'orphaned' | 'named' | 'misplaced' | 'used')
  /** the field that is not unique, is invalid, or names the thing that is being deleted */
  readonly field?: string
}
const error =
  <const W extends RecordError['when']>(when: W, status: ErrorEntry['status']) =>
  (...[pt, en, es]: Texts): RecordError => ({ when, status, pt, en, es })
/** The company has no such record. */
export const missingError = error('missing', 404)
/** The company's limit of such records is reached; the text may contain `{{limit}}`. */
export const limitError = error('limit', 400)
/** The record's work is done or running, so the record cannot be changed. */
export const settledError = error('settled', 409)
/** The record's work waits for its file. No answer has this code; an outcome does. */
export const awaitedError = error('awaited', 409)
/** Without the flag only the record's author could see it, but the author was deleted. */
export const orphanedError = error('orphaned', 409)
/**
 * Another thing (no record) uses the record, so the record cannot be deleted. The text may contain
 * `{{count}}`.
 */
export const usedError = error('used', 409)
const errorOf =
  <const W extends RecordError['when']>(when: W, status: ErrorEntry['status']) =>
  (field: string, ...texts: Texts): RecordError => ({ ...error(when, status)(...texts), field })
/** The unique value belongs to another record. */
export const takenError = errorOf('taken', 409)
/** The record may not have this place among its siblings. `arrange` of the record's decider names the field. */
export const misplacedError = errorOf('misplaced', 409)
/** A value is invalid for its field; fields without such an error have ERR_VALIDATION. */
export const invalidError = errorOf('invalid', 400)
/** A thing that this field names cannot be deleted (`gone: 'refuse'`). The deletion of that thing has this error. */
export const namedError = errorOf('named', 409)

/**
 * Declaration of a record: a small thing that users of a company list, create, change and delete. Plain data
 * without a schema library, so that browsers can load it, too. Events, routes, decider, view and frames
 * derive from it: see derive.ts, command-api/records, projector/views/records.ts and
 * query-api/routes/records.ts.
 */
export interface RecordSpec {
  /** singular, as in names of events and fields: `queue.created.v1`, `queueId` */
  readonly name: string
  /** plural, as in names of streams, views and collections */
  readonly plural: string
  /** under /api */
  readonly path: `/${string}`
  /**
   * Owner of the records: a company, unless given. A record of the platform exists once, for the users of all
   * companies; `super` users may write it. It names nothing of a company, and has no files.
   */
  readonly of?: 'platform'
  /** version of the view: grows whenever the same events would make other documents */
  readonly version: number
  readonly fields: Readonly<Record<string, Field>>
  /**
   * `together`: one stream a company, in which uniqueness and limits are decided; for small sets. `alone`: a
   * stream for each; for records with personal data, which are erased with their contact
   */
  readonly kept: 'together' | 'alone'
  /**
   * maximum of records of a company, if kept together: `MAX_KEPT_TOGETHER` unless given. Each process holds all
   * of them in memory
   */
  readonly most?: number
  /** fields that must be unique in a company, without regard to case; only for records kept together */
  readonly unique: readonly string[]
  /** sort order of lists: by these fields (null last), then by id; `-` before a name means descending */
  readonly order: readonly string[]
  readonly list: {
    /** path of the whole list, a bare array: '' is the record's path itself */
    readonly all?: '' | '/list'
    /** records per page of the list at the path; absent: no paged list */
    readonly page?: number
    /** the page's field with the records; the plural unless given */
    readonly rows?: string
    /** fields whose text is searched */
    readonly search?: readonly string[]
    /** id fields for filtering lists; a whole list needs at least one of them in the query */
    readonly by?: readonly string[]
    /** the field of `by` whose value -1 selects records where it is null: the roots of a tree */
    readonly root?: string
    /** a time field by which the list can also be read whole, for a period (`from`, `to`) */
    readonly range?: string
  }
  /** A record of this kind acts in a ticket of its contact. Its author must have access to that ticket. */
  readonly into?: 'ticket'
  /** the plan's limit that counts the records */
  readonly limit?: 'queues'
  /** feature of the company's plan required to create a record; existing records stay */
  readonly plan?: Feature
  /** fields that count only while a flag of the record is on, or the company's plan has a feature */
  readonly where?: Readonly<Record<string, { readonly on?: string; readonly plan?: Feature }>>
  /**
   * least profile for each action; `author`: the record's author, or an admin. An absent action has no route.
   */
  readonly allow: {
    readonly read: LeastProfile
    readonly create: LeastProfile
    readonly change?: LeastProfile | 'author'
    readonly delete: LeastProfile | 'author'
  }
  /**
   * The flag that shares a record with everybody. Without the flag only its author sees and changes the record,
   * whatever `allow` says. With it, `change` is the least profile that may change and delete the record.
   */
  readonly shared?: { readonly by: string; readonly change: LeastProfile }
  /**
   * The screen that the app derives for the records. An object: a page at this place of the menu. `list` or `dialog`: the
   * list or dialog alone, for a page that a feature writes itself. null: no screen. The texts of the screen are in
   * web/src/features/<plural>/record-texts.ts.
   */
  readonly screen: { readonly section: Section; readonly place: number } | 'list' | 'dialog' | null
  /**
   * Names in each language: `noun` has the article, for sentences of the audit. `title` names the page, in the plural.
   * `fields` names the fields; recordFaults reports a missing name.
   */
  readonly words: {
    readonly name: Texts
    readonly noun: Texts
    readonly title: Texts
    readonly fields?: Readonly<Record<string, Texts>>
  }
  readonly errors: Readonly<Record<Code, RecordError>>
  /** deviations on the wire */
  readonly wire?: {
    /** HTTP status of a change; 200 unless given */
    readonly changed?: number
    /** the answer's text after a deletion; none unless given */
    readonly deleted?: string
    /** fields of bodies whose feature is not built yet */
    readonly later?: readonly string[]
    /** fields of bodies that existing clients send without effect */
    readonly ignored?: readonly string[]
    /**
     * field names of the frame: the one with the record, and the one with the id of a deleted record; the
     * record's name unless given
     */
    readonly frame?: { readonly whole: string; readonly gone: string }
    /** last part of the channel's name; the record's name unless given */
    readonly channel?: string
  }
}

/** Company id of the platform itself. */
export const PLATFORM_COMPANY = 0
/** The company of the records that a user of this company reads or writes. */
export const ownerOf = ({ of }: RecordSpec, companyId: number): number =>
  of === 'platform' ? PLATFORM_COMPANY : companyId

/**
 * Declares a record and keeps its exact types. A faulty declaration has no type, so that the fault alone is reported, and
 * nothing that uses records.
 */
export const record = <const R>(spec: R & RecordSpec) => spec as R extends RecordSpec ? R : never

/** The error code of this case; undefined if the record does not declare it. */
export const codeOf = (spec: RecordSpec, when: RecordError['when'], field?: string): Code | undefined =>
  (Object.keys(spec.errors) as Code[]).find(
    (code) => spec.errors[code]?.when === when && spec.errors[code]?.field === field,
  )

const MAX_KEPT_TOGETHER = 5000
/**
 * Maximum of characters of all records of a kind that a company keeps together: lists give all of them in one
 * answer.
 */
export const MOST_CHARACTERS = 10_000_000
/** Maximum of records of a kind in a company; null (unlimited) if each record is kept by itself. */
export const maximumOf = ({
  kept,
  most = MAX_KEPT_TOGETHER,
}: Pick<RecordSpec, 'kept' | 'most'>): number | null => (kept === 'together' ? most : null)
