import fc from 'fast-check'
import { ofChoices, TICKET_CHOICES, type TicketChosen } from '../../ticket/choices.js'
import {
  FILTER_NAMES,
  type FilterKind,
  type FilterName,
  type FilterValue,
  type FilterValues,
  TICKET_FILTERS,
} from '../filters.js'

/** Arbitrary values of each choice of a ticket. */
export const drawnChoices = ofChoices((name) => fc.constantFrom(...TICKET_CHOICES[name].values)) as {
  readonly [K in keyof TicketChosen]: fc.Arbitrary<TicketChosen[K]>
}

/** Arbitrary values of every declared filter, by its kind. Most are absent. */
export const filterValues = (
  ids: fc.Arbitrary<number>,
  days: fc.Arbitrary<string>,
): fc.Arbitrary<FilterValues> => {
  const values: { readonly [K in Exclude<FilterKind, 'choice'>]: fc.Arbitrary<FilterValue[K]> } = {
    ids: fc.option(fc.uniqueArray(ids, { maxLength: 2 })),
    flag: fc.boolean(),
    day: days,
  }
  const valuesOf = (name: FilterName): fc.Arbitrary<unknown> => {
    const filter = TICKET_FILTERS[name]
    if (filter.kind !== 'choice') return values[filter.kind]
    return fc.subarray([...TICKET_CHOICES[filter.of].values], { maxLength: 2 })
  }
  const rarely = (value: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
  return fc
    .tuple(...FILTER_NAMES.map((name) => rarely(valuesOf(name))))
    .map((drawn) => Object.fromEntries(FILTER_NAMES.map((name, at) => [name, drawn[at]])))
}
