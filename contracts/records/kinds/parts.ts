import { minutesOf, type Part } from '../../opening-hours/week.js'
import { partOf, type Times, timesFault, timesOf } from '../../opening-hours/wire.js'
import { type Texts, textIn } from '../texts.js'
import { BODY_TIMES, codeOfFault, HOURS_FAULTS, SHOWN_TIMES, STORED_PART } from './hours.js'
import { listOf, may, nullableSchema, requiredProperty, strictObject } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** Parts of a single day, in order; none by default. */
export interface PartsField extends AddedLater {
  readonly kind: 'parts'
  /** maximum of parts */
  readonly most: number
  /** text for a day without parts, in each language */
  readonly none: Texts
}
interface PartsTypes extends Types {
  stored: Part[]
  said: OptionalInBody<this, Times[] | null>
  shown: AnswerProperty<this, Times[]>
}
declare module './kind.js' {
  interface Declared {
    parts: [PartsField, PartsTypes]
  }
}
export const parts = <const F extends Omit<PartsField, 'kind'>>(field: F) =>
  ({ kind: 'parts', ...field }) as const

const timesIn = (said: unknown) => (said ?? []) as readonly Times[]
const partsIn = (value: unknown) => value as readonly Part[]

export const partsKind: Kind<PartsField> = {
  by: 'body',
  stored: () => listOf(strictObject(STORED_PART)),
  said: ({ most }, name) => may(name, nullableSchema(listOf(strictObject(BODY_TIMES), { maxItems: most }))),
  shown: (_field, name) => requiredProperty(name, listOf(strictObject(SHOWN_TIMES))),
  show: (_field, name, value) => ({ [name]: partsIn(value).map(timesOf) }),
  blank: () => [],
  kept: (_field, said) =>
    timesIn(said)
      .map(partOf)
      .sort((a, b) => minutesOf(a.from) - minutesOf(b.from)),
  faults: HOURS_FAULTS,
  fault: (_field, said) => codeOfFault(timesFault(timesIn(said))),
  read: ({ none }, value, language) =>
    partsIn(value)
      .map(({ from, until }) => `${from}–${until}`)
      .join(', ') || textIn(none, language),
}
