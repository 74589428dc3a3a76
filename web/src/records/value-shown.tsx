import { cut } from '@guiche/contracts/cut.js'
import type { Field } from '@guiche/contracts/records/fields.js'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'

/** Lists show the beginning of a longer text. */
const SHOWN = 90

/** A value in a list. */
export const valueShown = (field: Field, value: unknown): ReactNode => {
  if (value === null || value === undefined || value === '') return '—'
  if (field.kind === 'color') return <code>{String(value)}</code>
  if (field.kind === 'flag') return value ? '✓' : '—'
  if (field.kind === 'time') return dayjs(String(value)).format('DD/MM/YYYY HH:mm')
  const text = String(value)
  return text.length > SHOWN ? <span title={text}>{cut(text, SHOWN)}</span> : text
}
