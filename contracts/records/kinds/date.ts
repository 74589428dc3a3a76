import { EMPTY, may, NULL, nullable } from './json.js'
import type { Kind, Later, May, Own, Types } from './kind.js'

/** A day of the calendar, `yyyy-MM-dd`, the same in every time zone; null where nothing was said. */
export interface DateField extends Later {
  readonly kind: 'date'
}
interface DateTypes extends Types {
  stored: string | null
  said: May<this, string | null>
  shown: Own<this>
}
declare module './kind.js' {
  interface Declared {
    date: [DateField, DateTypes]
  }
}
export const date = <const F extends Omit<DateField, 'kind'>>(field?: F) =>
  ({ kind: 'date', ...field }) as { readonly kind: 'date' } & F

const DAY = { format: 'date', type: 'string' }

export const dateKind: Kind<DateField> = {
  by: 'body',
  stored: () => nullable(DAY),
  said: (_field, name) => may(name, { anyOf: [DAY, NULL, EMPTY] }),
  blank: () => null,
  // people read days alike in all our languages
  read: (_field, value) => String(value).split('-').reverse().join('/'),
}
