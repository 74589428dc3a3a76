import { requiredProperty, TIME } from './json.js'
import type { AddedLater, AnswerProperty, Kind, Types } from './kind.js'

/** A required future time: ISO-8601, stored in UTC. */
export interface TimeField extends AddedLater {
  readonly kind: 'time'
  /** number of hours from now suggested for a new record */
  readonly suggested: number
}
interface TimeTypes extends Types {
  stored: string
  said: AnswerProperty<this, string>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    time: [TimeField, TimeTypes]
  }
}
export const time = <const F extends Omit<TimeField, 'kind'>>(field: F) =>
  ({ kind: 'time', ...field }) as const

/** Tolerance in ms: users choose minutes, and the present minute may end before the server reads it. */
const ON_ITS_WAY_MS = 60_000

export const timeKind: Kind<TimeField> = {
  by: 'body',
  stored: () => TIME,
  said: (_field, name) => requiredProperty(name, TIME),
  blank: () => null,
  kept: (_field, said) => new Date(String(said)).toISOString(),
  asked: () => true,
  fits: (_field, said, now) => !said || Date.parse(String(said)) >= Date.parse(now) - ON_ITS_WAY_MS,
}
