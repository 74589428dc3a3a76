import fc from 'fast-check'
import { PRIORITIES } from '../../priority.js'
import {
  FILTER_NAMES,
  type FilterKind,
  type FilterValue,
  type FilterValues,
  TICKET_FILTERS,
} from '../filters.js'

/** Draws values of every declared filter, by its kind; each is absent most of the time. */
export const filterValues = (
  ids: fc.Arbitrary<number>,
  days: fc.Arbitrary<string>,
): fc.Arbitrary<FilterValues> => {
  const values: { readonly [K in FilterKind]: fc.Arbitrary<FilterValue[K]> } = {
    ids: fc.option(fc.uniqueArray(ids, { maxLength: 2 })),
    choice: fc.subarray([...PRIORITIES], { maxLength: 2 }),
    flag: fc.boolean(),
    day: days,
  }
  const rarely = (value: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
  return fc
    .tuple(...FILTER_NAMES.map((name) => rarely(values[TICKET_FILTERS[name].kind])))
    .map((drawn) => Object.fromEntries(FILTER_NAMES.map((name, at) => [name, drawn[at]])))
}
