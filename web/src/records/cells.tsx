import type { Language } from '@guiche/contracts/languages.js'
import {
  partOf,
  type ScheduleEntry,
  type Times,
  weekOfEntries,
} from '@guiche/contracts/opening-hours/wire.js'
import { CENTS } from '@guiche/contracts/records/fields.js'
import { weekIn } from '@guiche/contracts/records/kinds/hours.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { Field, FieldOf, KindName } from '@guiche/contracts/records/kinds/kind.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import type { ReactNode } from 'react'
import { formatDayAndTime } from '../base/dates.js'
import { NOTHING } from '../components/nothing.js'

/** Maximum of characters of a text in a list. */
const MAX_TEXT = 90

const asText = (value: unknown): ReactNode => {
  const text = String(value)
  return text.length > MAX_TEXT ? <span title={text}>{truncateText(text, MAX_TEXT)}</span> : text
}

/**
 * How lists show a value of each kind; as text unless given. Separate from `inputs.tsx`, which is loaded with
 * the dialog.
 */
const CELLS: {
  readonly [K in KindName]?: (value: unknown, field: FieldOf<K>, language: Language) => ReactNode
} = {
  color: (value) => <code>{String(value)}</code>,
  flag: (value, field, language) => kindOf(field).read?.(field, value, language) ?? (value ? '✓' : NOTHING),
  money: (value, field, language) =>
    kindOf(field).read?.(field, field.unit === 'real' ? Number(value) * CENTS : value, language),
  // a number and the first names are clearer than fifty names
  files: (value, field, language) => {
    const files = value as readonly unknown[]
    const names = kindOf(field).read?.(field, files, language) ?? ''
    return files.length === 0 ? NOTHING : asText(`${files.length}: ${names}`)
  },
  hours: (value, _field, language) =>
    weekIn(weekOfEntries(value as readonly ScheduleEntry[]) ?? [], language),
  parts: (value, field, language) =>
    kindOf(field).read?.(field, (value as readonly Times[]).map(partOf), language),
  time: (value) => formatDayAndTime(String(value)),
}

/** A value in a list. */
export const valueShown = (field: Field, value: unknown, language: Language): ReactNode => {
  if (value === null || value === undefined || value === '') return NOTHING
  const cell = CELLS[field.kind] as
    | ((value: unknown, field: Field, language: Language) => ReactNode)
    | undefined
  if (cell !== undefined) return cell(value, field, language)
  const text = kindOf(field).read?.(field, value, language) ?? value
  return text === '' ? NOTHING : asText(text)
}
