import { RULE_LIMITS, RULE_PERIODS, type Rule, type RuleInput, type RulePart } from '../../recurrence/rule.js'
import { invalidPartOf } from '../../recurrence/rule-faults.js'
import {
  INTEGER,
  listOf,
  may,
  NULL,
  nullableSchema,
  oneOf,
  requiredProperty,
  strictObject,
  TEXT,
} from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** A recurrence after the first time; null: none. Another field of the record has the first time. */
export interface RecurrenceField extends AddedLater {
  readonly kind: 'recurrence'
}
interface RecurrenceTypes extends Types {
  stored: Rule | null
  said: OptionalInBody<this, RuleInput | null>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    recurrence: [RecurrenceField, RecurrenceTypes]
  }
}
export const recurrence = <const F extends Omit<RecurrenceField, 'kind'>>(field: F) =>
  ({ kind: 'recurrence', ...field }) as const

const WEEKDAYS = listOf(INTEGER, { maxItems: 7 })
const DAY = { anyOf: [INTEGER, { const: 'last', type: 'string' }, NULL] }
const SHORT_MONTH_RULE = oneOf(['skip', 'last'])
const STORED_RULE = strictObject({
  ...requiredProperty('every', oneOf(RULE_PERIODS)),
  ...requiredProperty('interval', INTEGER),
  ...requiredProperty('weekdays', WEEKDAYS),
  ...requiredProperty('day', DAY),
  ...requiredProperty('month', nullableSchema(INTEGER)),
  ...requiredProperty('short', SHORT_MONTH_RULE),
  ...requiredProperty('until', nullableSchema(TEXT)),
  ...requiredProperty('count', nullableSchema(INTEGER)),
  ...requiredProperty('timezone', TEXT),
  ...requiredProperty('start', TEXT),
  ...requiredProperty('time', TEXT),
})
// `fault` refuses invalid rules, with a reason
const BODY_RULE = strictObject({
  ...requiredProperty('every', TEXT),
  ...may('interval', INTEGER),
  ...may('weekdays', WEEKDAYS),
  ...may('day', DAY),
  ...may('month', nullableSchema(INTEGER)),
  ...may('short', SHORT_MONTH_RULE),
  ...may('until', nullableSchema({ maxLength: 10, type: 'string' })),
  ...may('count', nullableSchema(INTEGER)),
  ...requiredProperty('timezone', { maxLength: 64, type: 'string' }),
  // answers also have these fields, so clients may send them back; they derive from the first time
  ...may('start', TEXT),
  ...may('time', TEXT),
})

const FAULT_CODES = {
  every: 'ERR_RECURRENCE_EVERY',
  day: 'ERR_RECURRENCE_NO_SUCH_DAY',
  end: 'ERR_RECURRENCE_NO_END',
  timezone: 'ERR_RECURRENCE_ZONE',
} as const satisfies Readonly<Record<RulePart, `ERR_${string}`>>

export const recurrenceKind: Kind<RecurrenceField> = {
  by: 'body',
  stored: () => nullableSchema(STORED_RULE),
  said: (_field, name) => may(name, nullableSchema(BODY_RULE)),
  blank: () => null,
  kept: (_field, said) => {
    const { every, interval = 1, weekdays = [], day = null, month = null, ...rest } = said as RuleInput
    const { short = 'last', until = null, count = null, timezone } = rest
    const days = [...new Set(weekdays)].sort()
    // the record's decider sets the start
    const rule: Rule = {
      ...{ every, interval, weekdays: days, day, month, short, until, count, timezone },
      ...{ start: '', time: '' },
    }
    return rule
  },
  fault: (_field, said, now) => {
    const part = said ? invalidPartOf(said as RuleInput, now) : null
    return part && FAULT_CODES[part]
  },
  faults: Object.values(FAULT_CODES),
  // the dialog describes the recurrence in a sentence; the audit shows its fields
  read: (_field, value) => {
    const { every, interval, until, count } = value as Rule
    return [every, interval > 1 && `×${interval}`, until ?? `${count ?? RULE_LIMITS.count}×`]
      .filter(Boolean)
      .join(' ')
  },
}
