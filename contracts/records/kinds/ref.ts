import { ID, may, must, nullable } from './json.js'
import type { Beside, Kind, May, Own, Types, WithoutId } from './kind.js'
import { SUBJECTS } from './subjects.js'

/** Id of something else, which is shown beside it by the name of the field without `Id`. */
export interface RefField {
  readonly kind: 'ref'
  readonly to: 'contact' | 'ticket'
  /** what becomes of the record when the other one goes: it is removed, too, or is shown without it */
  readonly gone: 'remove' | 'clear'
}
interface RefTypes extends Types {
  stored: this['field'] extends { readonly gone: 'clear' } ? number | null : number
  said: May<this, number | null>
  shown: Own<this> & {
    [K in this['name'] as WithoutId<K>]: this['field'] extends { readonly to: infer S extends RefField['to'] }
      ? Beside[S] | null
      : never
  }
}
declare module './kind.js' {
  interface Declared {
    ref: [RefField, RefTypes]
  }
}
export const ref = <const F extends Omit<RefField, 'kind'>>(field: F) => ({ kind: 'ref', ...field }) as const

const stored = ({ gone }: RefField) => (gone === 'clear' ? nullable(ID) : ID)

export const refKind: Kind<RefField> = {
  by: 'body',
  stored,
  said: (_field, name) => may(name, nullable(ID)),
  shown: (field, name) => ({
    ...must(name, stored(field)),
    ...must(name.replace(/Id$/, ''), nullable(SUBJECTS[field.to].shown)),
  }),
  show: ({ to, gone }, name, value, find) => {
    const beside = find(to, value)
    const isGone = gone === 'clear' && beside === null
    // of a merged contact the one that stayed
    return { [name]: isGone ? null : (beside?.id ?? value), [name.replace(/Id$/, '')]: beside }
  },
  blank: () => null,
  // what a record is about stays
  fixed: () => true,
  beside: ({ to }) => ({ of: to, ids: (value) => [value] }),
  names: ({ to }) => to,
}
