import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import type { SpecialRules } from './decide.js'

type Holiday = StoredRecord<Records['holiday']>

/** A day has one exception: a yearly one has its day in every year. */
export const holidayDecisions: SpecialRules<Holiday> = {
  isTaken: (other, data) =>
    other.date === data.date ||
    ((other.yearly === 1 || data.yearly === 1) && other.date.slice(4) === data.date.slice(4)),
}
