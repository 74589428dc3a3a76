import { ID, listOf, nullableSchema, requiredProperty, strictObject, TEXT, TIME, YES_OR_NO } from './json.js'
import type { AddedLater, AnswerProperty, Kind, Types } from './kind.js'

/** An occurrence that became a record of its own. */
export interface OccurrenceRecord {
  /** day of the occurrence by the rule */
  readonly day: string
  readonly sendAt: string
  /** null: the text of the series */
  readonly body: string | null
  /** a later occurrence was due, too, so this occurrence is skipped */
  readonly skipped: boolean
}
/**
 * A record's place in a series. The head has the rule and represents the next occurrence. An occurrence that
 * is due, or changed alone, becomes a record of its own.
 */
export interface Series {
  /** id of the head; null in the head itself */
  readonly of: number | null
  /** day of an occurrence's record; null in the head */
  readonly day: string | null
  /** future days without an occurrence */
  readonly except: string[]
  /** occurrences that became records by this event */
  readonly given: OccurrenceRecord[]
}
export interface SeriesField extends AddedLater {
  readonly kind: 'series'
}
interface SeriesTypes extends Types {
  stored: Series | null
  said: object
  shown: AnswerProperty<this, Omit<Series, 'given'> | null>
}
declare module './kind.js' {
  interface Declared {
    series: [SeriesField, SeriesTypes]
  }
}
export const series = <const F extends Omit<SeriesField, 'kind'>>(field: F) =>
  ({ kind: 'series', ...field }) as const

const SHOWN_SERIES = {
  ...requiredProperty('of', nullableSchema(ID)),
  ...requiredProperty('day', nullableSchema(TEXT)),
  ...requiredProperty('except', listOf(TEXT)),
}
const GIVEN_OCCURRENCE = strictObject({
  ...requiredProperty('day', TEXT),
  ...requiredProperty('sendAt', TIME),
  ...requiredProperty('body', nullableSchema(TEXT)),
  ...requiredProperty('skipped', YES_OR_NO),
})

export const seriesKind: Kind<SeriesField> = {
  by: 'process',
  stored: () =>
    nullableSchema(strictObject({ ...SHOWN_SERIES, ...requiredProperty('given', listOf(GIVEN_OCCURRENCE)) })),
  shown: (_field, name) => requiredProperty(name, nullableSchema(strictObject(SHOWN_SERIES))),
  show: (_field, name, value) => {
    const { of, day, except } = (value ?? {}) as Series
    return { [name]: value === null ? null : { of, day, except } }
  },
  blank: () => null,
  // Each event has only the changes made by itself, so `given` starts empty.
  stays: (value) => (value ? { ...(value as Series), given: [] } : null),
  // `given` may contain texts of messages, which an erasure must remove
  emptied: null,
}
