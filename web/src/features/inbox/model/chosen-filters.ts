import { TICKET_CHOICES } from '@guiche/contracts/ticket/choices.js'
import {
  FILTER_NAMES,
  type FilterKind,
  type FilterName,
  type FiltersOf,
  type FilterValues,
  filtersOf,
  offeredIn,
  TICKET_FILTERS,
} from '@guiche/contracts/ticket-lists/filters.js'
import { widenForAgent } from '@guiche/contracts/ticket-lists/views.js'
import { readStored, storeText } from '../../../base/storage.js'

interface ChosenValue {
  readonly ids: readonly number[]
  readonly choice: readonly string[]
  readonly flag: boolean
  readonly day: string
}
/** The chosen values of each filter. Empty ids and days do not filter. */
export type ChosenFilters = {
  readonly [N in FilterName]: ChosenValue[(typeof TICKET_FILTERS)[N]['kind']]
}
type Ids = FiltersOf<'ids'>

const EMPTY: ChosenValue = { ids: [], choice: [], flag: false, day: '' }
/** Reads a stored value as a filter's choice; an invalid value gives an empty choice. */
const CHOICE_READERS: { readonly [K in FilterKind]: (value: unknown) => ChosenValue[K] } = {
  ids: (value) => (Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : EMPTY.ids),
  choice: (value) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : EMPTY.choice),
  flag: (value) => value === true,
  day: (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : EMPTY.day),
}
/** Like CHOICE_READERS, but only for existing values of a choice. */
const readValue = (name: FilterName, value: unknown): ChosenFilters[FilterName] => {
  const filter = TICKET_FILTERS[name]
  if (filter.kind !== 'choice') return CHOICE_READERS[filter.kind](value)
  const read = CHOICE_READERS.choice(value)
  return TICKET_CHOICES[filter.of].values.filter((one) => read.includes(one))
}
const choiceOf = (valueIn: (name: FilterName) => unknown): ChosenFilters =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, valueIn(name)])) as ChosenFilters

export const NO_FILTERS: ChosenFilters = choiceOf((name) => EMPTY[TICKET_FILTERS[name].kind])

const keyOf = (userId: number): string => `guiche.inbox.${userId}`

/** A user's stored choice in this browser; invalid parts are left out. */
export const readChosen = (userId: number): ChosenFilters => {
  try {
    const kept = JSON.parse(readStored(keyOf(userId)) ?? '{}') as Partial<Record<FilterName, unknown>>
    return choiceOf((name) => readValue(name, kept[name]))
  } catch {
    return NO_FILTERS
  }
}

/** Stores a user's choice for the next visit. */
export const keepChosen = (userId: number, chosen: ChosenFilters): void => {
  storeText(keyOf(userId), JSON.stringify(chosen))
}

const isChosen = (value: ChosenFilters[FilterName]): boolean =>
  typeof value === 'object' ? value.length > 0 : value !== EMPTY.flag && value !== EMPTY.day

/** Number of active filters; first and last day count as one. */
export const countChosen = (chosen: ChosenFilters, offered: (name: FilterName) => boolean): number =>
  new Set(
    FILTER_NAMES.filter((name) => offered(name) && isChosen(chosen[name])).map((name) => {
      const filter = TICKET_FILTERS[name]
      return filter.kind === 'day' ? filter.field : name
    }),
  ).size

/** Arguments for lists and badges from the choice of the `offered` filters. */
export const valuesOf = (chosen: ChosenFilters, offered: (name: FilterName) => boolean): FilterValues =>
  Object.fromEntries(
    FILTER_NAMES.filter((name) => offered(name) && (isChosen(chosen[name]) || chosen[name] === false)).map(
      (name) => [name, chosen[name]],
    ),
  )

/** The filters for admins, or for other users. */
export const filtersFor =
  (admin: boolean) =>
  (name: FilterName): boolean =>
    admin || TICKET_FILTERS[name].offeredTo === 'everybody'

/** The query of one's own open tickets, while no filter is chosen. */
export const usualOpen = (admin: boolean): FilterValues & { readonly status: 'open' } => ({
  ...offeredIn('open', widenForAgent(valuesOf(NO_FILTERS, filtersFor(admin)), admin)),
  status: 'open',
})

/**
 * Values of a choice that no longer exist, to be removed; null without any. `there`: existing records,
 * undefined while unknown.
 */
export const unknownIn = (
  chosen: ChosenFilters,
  there: { readonly [N in Ids]: readonly { readonly id: number }[] | undefined },
): Partial<ChosenFilters> | null => {
  const change: { [N in Ids]?: readonly number[] } = {}
  for (const name of filtersOf('ids')) {
    const known = there[name]
    const left = chosen[name].filter((one) => known === undefined || known.some(({ id }) => id === one))
    if (left.length < chosen[name].length) change[name] = left
  }
  return Object.keys(change).length === 0 ? null : change
}
