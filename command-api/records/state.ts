import type { UploadedFile } from '@guiche/contracts/records/fields.js'
import type { BodyValue, Value } from '@guiche/contracts/records/kinds/kind.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { FormerFiles } from '../files/former-files.js'

/** A client's values of a record, by field. */
export type Values = Readonly<Record<string, BodyValue>>
export type StoredValues = Readonly<Record<string, Value>>

/** State of a stream: a company's records by id, or the single record of the stream. */
export interface RecordsState<S extends StoredValues = StoredValues> {
  readonly records: ReadonlyMap<number, S>
  /** the records' company; 0 while there are none */
  readonly companyId: number
  /** ids of the files that a record had, and has no longer */
  readonly formerFiles: FormerFiles
}

type RecordCaller = Pick<Caller, 'companyId' | 'userId' | 'profile' | 'super'>
/** Sets outcome fields to `to` if the fields of the record are as `from` says; else it changes nothing. */
export interface SettleCommand<S extends StoredValues = StoredValues> {
  readonly kind: 'settle'
  readonly id: number
  readonly companyId: number
  readonly from: Partial<S>
  readonly to: Partial<S>
}
/** `values`: absent fields keep their value, or get their default in a new record. */
export type RecordCommand<S extends StoredValues = StoredValues> =
  | SettleCommand<S>
  | LettingGo
  | PlaceCommand<S>
  | SaidCommand
/** A process creates a record that follows from another record, whose values were already checked. */
interface PlaceCommand<S extends StoredValues = StoredValues> {
  readonly kind: 'place'
  readonly id: number
  readonly data: S
}
/**
 * A thing that the record names is deleted: the record is deleted with it or drops the reference, as its declaration
 * says.
 */
export interface LettingGo {
  readonly kind: 'let-go'
  readonly id: number
  readonly companyId: number
  /** a user, a connection or a record, by its name */
  readonly to: string
  readonly gone: number
}
export type AttachCommand = Extract<SaidCommand, { kind: 'attach' }>
export type CreateCommand = Extract<SaidCommand, { kind: 'create' }>
export type SaidCommand = { readonly id: number; readonly caller: RecordCaller } & (
  | { readonly kind: 'create'; readonly values: Values; readonly limit: number | null }
  /** `authorGone`: the record's author was deleted */
  | { readonly kind: 'change'; readonly values: Values; readonly authorGone?: boolean }
  /** brings files of a field, all or none, or takes its file away */
  | { readonly kind: 'attach'; readonly field: string; readonly brings: readonly UploadedFile[] }
  | { readonly kind: 'delete' }
)

export interface RecordEvent {
  readonly type: string
  readonly data: StoredValues
  /** the company, from the envelope */
  readonly companyId?: number
}
