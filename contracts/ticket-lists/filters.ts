import type { TicketStatus } from '../events/ticket.js'
import { TICKET_CHOICES, type TicketChoiceName } from '../ticket/choices.js'
import { inQueues, type ListedMatch, ofUsers, oneOf, type TicketMatch } from './match.js'

interface CommonFilter {
  /** name of the parameter in the query */
  readonly param: string
  /** the lists in the app that offer the filter; the API takes the filter in any list */
  readonly lists: readonly TicketStatus[]
  readonly offeredTo: 'everybody' | 'admins'
  /** whether the filter also applies to searches, which read all lists */
  readonly inSearch: boolean
  /**
   * How the badges follow the filter. `maintained`: the counters know the field, so badges are sums of
   * counters. `counted`: the tickets are counted. `apart`: badges ignore the filter; a badge of its own
   * counts the filtered tickets.
   */
  readonly badges: 'maintained' | 'counted' | 'apart'
}
interface IdsFilter extends CommonFilter {
  readonly kind: 'ids'
  readonly of: 'queue' | 'tag' | 'user' | 'connection'
  /** meaning of an empty list of ids: no filter, or tickets without any of the things */
  readonly empty: 'ignored' | 'narrows'
  /** whether the filter alone makes a search: without status, over all tickets that the reader may open */
  readonly isSearch: boolean
  narrow(match: TicketMatch, ids: readonly number[]): TicketMatch[]
}
interface FlagFilter extends CommonFilter {
  readonly kind: 'flag'
  /** the condition while the flag is on, and while it is off; null: no condition */
  readonly on: ListedMatch | null
  readonly off: ListedMatch | null
}
/** Filters by values of a choice: tickets with one of them. */
interface ChoiceFilter extends CommonFilter {
  readonly kind: 'choice'
  readonly of: TicketChoiceName
}
/**
 * The first or the last day of a period. Days are in the company's time zone, so only the server knows which
 * tickets they include.
 */
interface DayFilter extends CommonFilter {
  readonly kind: 'day'
  readonly field: 'updatedAt'
  readonly end: 'first' | 'last'
}
type Filter = IdsFilter | ChoiceFilter | FlagFilter | DayFilter

const FILTER_DEFAULTS = {
  lists: ['open', 'pending', 'closed'],
  offeredTo: 'everybody',
  inSearch: true,
  badges: 'counted',
} as const satisfies Partial<CommonFilter>
const IDS = { ...FILTER_DEFAULTS, kind: 'ids', empty: 'ignored', isSearch: false } as const
const FLAG = { ...FILTER_DEFAULTS, kind: 'flag', off: null } as const
const DAY = { ...FILTER_DEFAULTS, kind: 'day', field: 'updatedAt' } as const

const alsoWhere =
  <V>(condition: (values: readonly V[]) => ListedMatch) =>
  (match: TicketMatch, values: readonly V[]): TicketMatch[] => [{ ...match, ...condition(values) }]

/** Filters of ticket lists, in the order of the panel. Query, badges, live lists and panel derive from here. */
export const TICKET_FILTERS = {
  queueIds: {
    ...IDS,
    param: 'queueIds',
    of: 'queue',
    empty: 'narrows',
    badges: 'maintained',
    narrow: inQueues,
  },
  tags: {
    ...IDS,
    param: 'tags',
    of: 'tag',
    isSearch: true,
    narrow: alsoWhere((tags: readonly number[]) => ({ tagIds: { has: tags } })),
  },
  users: {
    ...IDS,
    param: 'users',
    of: 'user',
    // waiting tickets have no agent
    lists: ['open', 'closed'],
    offeredTo: 'admins',
    isSearch: true,
    narrow: ofUsers,
  },
  connections: {
    ...IDS,
    param: 'whatsappIds',
    of: 'connection',
    empty: 'narrows',
    narrow: alsoWhere<number>(oneOf('connectionId')),
  },
  priorities: { ...FILTER_DEFAULTS, kind: 'choice', param: 'priorities', of: 'priority' },
  from: { ...DAY, param: 'dateFrom', end: 'first' },
  to: { ...DAY, param: 'dateTo', end: 'last' },
  withUnread: { ...FLAG, param: 'withUnreadMessages', on: { unread: { gt: 0 } } },
  /** the contact came through an advertisement */
  fromAd: { ...FLAG, param: 'fromAd', on: { originId: { gt: '' } } },
  /** only snoozed tickets, or none of them */
  snoozed: {
    ...FLAG,
    param: 'snoozed',
    lists: ['open'],
    inSearch: false,
    badges: 'apart',
    on: { snoozedUntil: { gt: '' } },
    off: { snoozedUntil: null },
  },
  /** tickets of all agents: the flag widens the lists of admins (see `matchesOf`) */
  showAll: {
    ...FLAG,
    param: 'showAll',
    offeredTo: 'admins',
    inSearch: false,
    badges: 'maintained',
    on: null,
  },
} as const satisfies Readonly<Record<string, Filter>>

type Filters = typeof TICKET_FILTERS
export type FilterName = keyof Filters
/** The kinds of filters with the types of their values. */
export interface FilterValue {
  readonly ids: readonly number[] | null
  /** some of the choice's values */
  readonly choice: readonly string[]
  readonly flag: boolean
  /** yyyy-MM-dd */
  readonly day: string
}
export type FilterKind = keyof FilterValue
/** The names of the filters of a kind. */
export type FiltersOf<K extends FilterKind> = {
  [N in FilterName]: Filters[N]['kind'] extends K ? N : never
}[FilterName]
export type BadgeFilter = { [N in FilterName]: Filters[N]['badges'] extends 'apart' ? never : N }[FilterName]
/** Values of the filters of a list; absent ones do not filter. */
export type FilterValues = {
  readonly [N in FilterName]?: FilterValue[Filters[N]['kind']] | undefined
}
/** Filter values by parameter name. */
export type FilterParams<
  V extends { readonly [K in FilterKind]: unknown },
  N extends FilterName = FilterName,
> = {
  [M in N as Filters[M]['param']]: V[Filters[M]['kind']]
}

export const FILTER_NAMES = Object.keys(TICKET_FILTERS) as FilterName[]
/** The names of the filters that badges use. */
export const BADGE_FILTERS = FILTER_NAMES.filter(
  (name): name is BadgeFilter => TICKET_FILTERS[name].badges !== 'apart',
)
/** The names of the filters of a kind, in the order of the panel. */
export const filtersOf = <K extends FilterKind>(kind: K): FiltersOf<K>[] =>
  FILTER_NAMES.filter((name): name is FiltersOf<K> => TICKET_FILTERS[name].kind === kind)

/** Whether a filter has a value that filters. */
export const isFiltering = (name: FilterName, values: FilterValues): boolean => {
  const filter: Filter = TICKET_FILTERS[name]
  const value = values[name]
  if (value === undefined || value === null) return false
  if (filter.kind === 'ids') return filter.empty === 'narrows' || (value as readonly number[]).length > 0
  if (filter.kind === 'choice') return (value as readonly string[]).length > 0
  if (filter.kind === 'flag') return value === true || filter.off !== null
  return value !== ''
}

/** The alternatives of a match after a filter. */
export const narrowMatch = (name: FilterName, values: FilterValues, match: TicketMatch): TicketMatch[] => {
  const filter: Filter = TICKET_FILTERS[name]
  if (!isFiltering(name, values) || filter.kind === 'day') return [match]
  const value = values[name]
  if (filter.kind === 'ids') return filter.narrow(match, value as readonly number[])
  if (filter.kind === 'choice') {
    const chosen = oneOf(filter.of, TICKET_CHOICES[filter.of].usual)
    return [{ ...match, ...chosen(value as readonly string[]) }]
  }
  return [{ ...match, ...(value === true ? filter.on : filter.off) }]
}

/** Whether a list has filters without counters. The server then counts its badges, each up to COUNT_CAP. */
export const isNarrowed = (values: FilterValues): boolean =>
  FILTER_NAMES.some((name) => TICKET_FILTERS[name].badges === 'counted' && isFiltering(name, values))

/** Whether a list has filters by day: then only the server knows its content. */
export const isDated = (values: FilterValues): boolean =>
  filtersOf('day').some((name) => isFiltering(name, values))

/** Whether the filters alone make a search in a list without status. */
export const isSearch = (values: FilterValues): boolean =>
  filtersOf('ids').some((name) => TICKET_FILTERS[name].isSearch && isFiltering(name, values))

/** The values of the filters that a status' list offers. */
export const offeredIn = <V extends FilterValues>(status: TicketStatus, values: V): V =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const filter: Filter | undefined = (TICKET_FILTERS as Readonly<Record<string, Filter>>)[name]
      return filter === undefined || filter.lists.includes(status)
    }),
  ) as V
