import {
  type Part,
  partsFault,
  WEEKDAYS,
  type Week,
  weekFault,
} from '@guiche/contracts/opening-hours/week.js'
import { COLOR, type Field, namesOf } from '@guiche/contracts/records/fields.js'
import type { RECORDS, RecordName } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { FieldOf, KindName } from '@guiche/contracts/records/kinds/kind.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import type { Rule } from 'antd/es/form/index.js'
import dayjs from 'dayjs'
import type { TFunction } from 'i18next'
import { hasSeat, mayUse } from '../base/access.js'
import type { AnyRecord } from './record-api.js'

export type AnyRecordSpec = (typeof RECORDS)[RecordName]
export const fieldsOf = (spec: AnyRecordSpec): Readonly<Record<string, Field>> => spec.fields

/** Whether every body must contain the field. */
const isAsked = (field: Field): boolean => kindOf(field).asked?.(field) ?? false
/** Whether the field's file is uploaded after the record is saved. */
export const isUploadedAfter = (field: Field): boolean => kindOf(field).by === 'upload'
/** The fields that every body must contain, even if the change is about another field. */
export const requiredInBody = (spec: AnyRecordSpec): string[] =>
  Object.entries(fieldsOf(spec)).flatMap(([name, field]) => (isAsked(field) ? [name] : []))
/** Whether a user enters it; other fields are set by the server. */
export const isEntered = (field: Field): boolean =>
  isUploadedAfter(field) || (kindOf(field).by === 'body' && !kindOf(field).fixed?.(field))

/** Fields of a body that announce the later uploads and removals of files, by field name. */
export const announcedFiles = (
  spec: AnyRecordSpec,
  names: readonly string[],
): Readonly<Record<string, true>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = fieldsOf(spec)[name]
      const said = field && isUploadedAfter(field) ? (kindOf(field).said?.(field, name) ?? {}) : {}
      return Object.keys(said).map((property) => [property, true] as const)
    }),
  )

/** Whether this user may change or delete this record. The server enforces the right. */
export const mayTouch = (
  spec: RecordSpec,
  user: UserRecord & Parameters<typeof hasSeat>[0],
  record: AnyRecord,
  what: 'change' | 'delete',
): boolean => {
  const { shared } = spec
  const least = spec.allow[what]
  if (least === undefined || !hasSeat(user)) return false
  if (shared !== undefined && record[shared.by]) return mayUse(user, shared.change)
  if (least !== 'author') return mayUse(user, least)
  return mayUse(user, 'admin') || record[namesOf(spec.fields, 'author')[0] ?? ''] === user.id
}

/** The field that names a record: its first text. */
export const nameField = (spec: AnyRecordSpec): string => namesOf(fieldsOf(spec), 'text')[0] ?? 'id'
/** The colour of a record, or undefined. */
export const colorOf = (spec: AnyRecordSpec, record: AnyRecord): string | undefined => {
  const [name] = namesOf(fieldsOf(spec), 'color')
  return name === undefined ? undefined : String(record[name])
}

type Translate = (what: string, values?: Readonly<Record<string, unknown>>) => string
const filledRule = (field: Field, say: Translate): Rule[] => {
  const required = isAsked(field)
  return [{ required, whitespace: required, message: say('required') }]
}
/** Rejects hours that their field marks as invalid. */
const fittingRule = <V>(say: Translate, fits: (value: V) => boolean): Rule => ({
  validator: (_rule, value: V) => (fits(value) ? Promise.resolve() : Promise.reject(new Error(say('hours')))),
})
/** The rules of each kind; an absent kind cannot be invalid. */
const RULES: { readonly [K in KindName]?: (field: FieldOf<K>, say: Translate) => Rule[] } = {
  text: (field, say) => {
    const { min, max } = field
    // the server counts characters of the trimmed text
    const short: Rule = { min, transform: (text: string) => text.trim(), message: say('short', { min }) }
    const long: Rule = { max, message: say('long', { max }) }
    return [...filledRule(field, say), ...(isAsked(field) && min > 1 ? [short] : []), long]
  },
  color: (field, say) => [...filledRule(field, say), { pattern: new RegExp(COLOR), message: say('color') }],
  choice: (field, say) => [{ required: isAsked(field), message: say('required') }],
  hours: ({ most }, say) => [
    fittingRule<Week>(say, (week) => {
      const isFull = WEEKDAYS.some((day) => week.filter((part) => part.day === day).length > most)
      return !isFull && weekFault(week) === null
    }),
  ],
  parts: (_field, say) => [fittingRule<readonly Part[]>(say, (parts) => partsFault(parts) === null)],
  date: ({ required }, say) => (required ? [{ required: true, message: say('required') }] : []),
  ref: (field, say) => [{ required: isAsked(field), message: say('required') }],
  time: (_field, say) => {
    const isPast = (time: string): boolean => Boolean(time) && dayjs(time).isBefore(dayjs())
    return [
      { required: true, message: say('required') },
      {
        validator: (_rule, time) =>
          isPast(time) ? Promise.reject(new Error(say('past'))) : Promise.resolve(),
      },
    ]
  },
}

/** The rules of a form's field, from the field's declaration. */
export const rulesOf = (t: TFunction, field: Field): Rule[] => {
  const rules = RULES[field.kind] as ((field: Field, say: Translate) => Rule[]) | undefined
  return rules?.(field, (what, values = {}) => t(`common:valid.${what}`, values)) ?? []
}
