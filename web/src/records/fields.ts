import { COLOR, type Field, followsOf, namesOf } from '@guiche/contracts/records/fields.js'
import type { RECORDS, RecordName } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import type { Rule } from 'antd/es/form/index.js'
import dayjs from 'dayjs'
import type { TFunction } from 'i18next'
import { mayUse } from '../base/access.js'
import type { AnyRecord } from './record-api.js'

export type Spec = (typeof RECORDS)[RecordName]
export const fieldsOf = (spec: Spec): Readonly<Record<string, Field>> => spec.fields

/** Whether it stands in the body that creates or changes a record. */
const isSaid = ({ kind }: Field): boolean => ['text', 'color', 'whole', 'time', 'flag'].includes(kind)
/** Whether every body must say it. */
const isAsked = (field: Field): boolean =>
  field.kind === 'time' || ((field.kind === 'text' || field.kind === 'color') && field.default === undefined)
/** The fields that every body must say, also one that changes something else. */
export const mustSay = (spec: Spec): string[] =>
  Object.entries(fieldsOf(spec)).flatMap(([name, field]) => (isAsked(field) ? [name] : []))
/** Whether a person enters it; the others are known by themselves. */
export const isEntered = (field: Field): boolean => isSaid(field) || field.kind === 'media'

/** What a body says of the files that are brought or taken away after it, by the names of their fields. */
export const announced = (spec: Spec, names: readonly string[]): Readonly<Record<string, true>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = fieldsOf(spec)[name]
      return field?.kind === 'media' && field.announced ? [[followsOf(name), true]] : []
    }),
  )

/** Whether this person may do this to a record; the server enforces it. */
export const mayTouch = (
  spec: RecordSpec,
  user: UserRecord,
  record: AnyRecord,
  what: 'change' | 'delete',
): boolean => {
  const { shared } = spec
  const least = spec.allow[what]
  if (least === undefined) return false
  if (shared !== undefined && record[shared.by]) return mayUse(user, shared.change)
  if (least !== 'author') return mayUse(user, least)
  return mayUse(user, 'admin') || record[namesOf(spec.fields, 'author')[0] ?? ''] === user.id
}

/** The field that a person knows a record by: its first text. */
export const nameField = (spec: Spec): string =>
  Object.entries(fieldsOf(spec)).find(([, { kind }]) => kind === 'text')?.[0] ?? 'id'
/** The color that a record is marked with, or undefined. */
export const colorOf = (spec: Spec, record: AnyRecord): string | undefined => {
  const [name] = Object.entries(fieldsOf(spec)).find(([, { kind }]) => kind === 'color') ?? []
  return name === undefined ? undefined : String(record[name])
}

/** The rules of a form's field, from its declaration. */
export const rulesOf = (t: TFunction, field: Field): Rule[] => {
  const said = (what: string, values = {}): string => t(`common:valid.${what}`, values)
  if (field.kind === 'time') {
    const isPast = (time: string): boolean => Boolean(time) && dayjs(time).isBefore(dayjs())
    return [
      { required: true, message: said('required') },
      {
        validator: (_rule, time) =>
          isPast(time) ? Promise.reject(new Error(said('past'))) : Promise.resolve(),
      },
    ]
  }
  if (field.kind !== 'text' && field.kind !== 'color') return []
  const required = isAsked(field)
  const must: Rule[] = [{ required, whitespace: required, message: said('required') }]
  if (field.kind === 'color') {
    return [...must, { pattern: new RegExp(COLOR), message: said('color') }]
  }
  const { min, max } = field
  // the server counts characters without what stands around them
  const short: Rule = { min, transform: (text: string) => text.trim(), message: said('short', { min }) }
  return [...must, ...(required && min > 1 ? [short] : []), { max, message: said('long', { max }) }]
}
