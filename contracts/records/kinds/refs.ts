import type { Language } from '../../languages.js'
import { type Texts, textIn } from '../texts.js'
import { ID, listOf, may, nullableSchema, requiredProperty, strictObject, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, BesideOf, FindJoined, Kind, OptionalInBody, Types } from './kind.js'
import { shownBeside } from './subjects.js'

/**
 * Ids of several things of one kind, each once and in ascending order; an empty list by default. The field's
 * name ends in `Ids`: `queueIds` is joined as `queues`, each with id and name.
 */
export interface RefsField extends AddedLater {
  readonly kind: 'refs'
  /** connection, or the name of a record; `NAMED_ARE_THERE` checks the name */
  readonly to: string
  /** when a thing is deleted: `clear` removes its id from the list; `keep` keeps the id, but joins nothing */
  readonly gone: 'clear' | 'keep'
  /** maximum of ids */
  readonly most: number
  /** text for an empty list, in each language */
  readonly none: Texts
}
type PluralOf<K> = K extends `${infer N}Ids` ? `${N}s` : never
interface RefsTypes extends Types {
  stored: number[]
  said: OptionalInBody<this, number[] | null>
  shown: AnswerProperty<this, number[]> & {
    [K in this['name'] as PluralOf<K>]: { id: number; name: string }[]
  }
}
declare module './kind.js' {
  interface Declared {
    refs: [RefsField, RefsTypes]
  }
}
export const refs = <const F extends Omit<RefsField, 'kind'>>(field: F) =>
  ({ kind: 'refs', ...field }) as const

const idsIn = (value: unknown) => value as readonly number[]
const besideOf = (name: string): string => name.replace(/Ids$/, 's')
/** The named thing; null if the thing is deleted. */
const thereOf = (to: string, id: number, find: FindJoined) =>
  shownBeside(to, find(to, id), true) as BesideOf<string> | null

export const refsKind: Kind<RefsField> = {
  by: 'body',
  stored: () => listOf(ID),
  said: ({ most }, name) => may(name, nullableSchema(listOf(ID, { maxItems: most, uniqueItems: true }))),
  shown: (_field, name) => ({
    ...requiredProperty(name, listOf(ID)),
    ...requiredProperty(
      besideOf(name),
      listOf(strictObject({ ...requiredProperty('id', ID), ...requiredProperty('name', TEXT) })),
    ),
  }),
  show: ({ to, gone }, name, value, find) => {
    const beside = idsIn(value).flatMap((id) => {
      const found = thereOf(to, id, find)
      return found === null ? [] : { id: found.id, name: found.name }
    })
    const shown = gone === 'keep' ? [...idsIn(value)] : beside.map(({ id }) => id)
    return { [name]: shown, [besideOf(name)]: beside }
  },
  listed: besideOf,
  // the audit has the ids, and adds their names
  read: ({ none }, value, language: Language) => {
    const all = value as readonly (number | { readonly name: string })[]
    if (all.length === 0) return textIn(none, language)
    const names = all.flatMap((one) => (typeof one === 'object' ? one.name : []))
    return names.length === all.length ? names.join(', ') : undefined
  },
  blank: () => [],
  kept: (_field, said) => [...idsIn(said)].sort((a, b) => a - b),
  beside: ({ to }) => ({ of: to, ids: idsIn }),
  names: ({ to, gone }) => ({ to, ...(gone !== 'keep' && { gone }) }),
  letGo: (value, gone) => idsIn(value).filter((id) => id !== gone),
  isList: true,
}
