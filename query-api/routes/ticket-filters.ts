import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import {
  FILTER_NAMES,
  type FilterKind,
  type FilterParams,
  type FilterValue,
  type FilterValues,
  filtersOf,
  TICKET_FILTERS,
} from '@guiche/contracts/ticket-lists/filters.js'
import type { TicketList } from '@guiche/contracts/ticket-lists/lists.js'
import type { OtherConditions } from '@guiche/contracts/ticket-lists/match.js'
import type { RouteDeps } from '../deps.js'
import { FIRST_DAY, LAST_DAY, periodOf } from './days.js'
import { flagOf, idsOf, textOf, wordsOf } from './params.js'

/** The filters of a query, as checked text. */
export type FilterQuery = Partial<FilterParams<{ readonly [K in FilterKind]: string | undefined }>>

const FILTER_PARSERS: { readonly [K in FilterKind]: (text: string) => FilterValue[K] } = {
  ids: (text) => idsOf(text),
  choice: wordsOf,
  flag: flagOf,
  day: (text) => textOf(text) ?? '',
}

const valuesIn = (query: FilterQuery): FilterValues =>
  Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const { param, kind } = TICKET_FILTERS[name]
      const text = query[param]
      return text === undefined ? [] : [[name, FILTER_PARSERS[kind](text)]]
    }),
  )

/** The periods of the values' days; either end may be open. */
const periodsIn = async (
  deps: Pick<RouteDeps, 'records'>,
  companyId: number,
  values: FilterValues,
): Promise<Result<OtherConditions, DomainError>> => {
  const days = filtersOf('day')
  const periods: { -readonly [F in keyof OtherConditions]: OtherConditions[F] } = {}
  for (const field of new Set(days.map((name) => TICKET_FILTERS[name].field))) {
    const ends = days.filter((name) => TICKET_FILTERS[name].field === field)
    const dayOf = (end: 'first' | 'last') => {
      const name = ends.find((one) => TICKET_FILTERS[one].end === end)
      return (name && values[name]) || undefined
    }
    const [first, last] = [dayOf('first'), dayOf('last')]
    if (first === undefined && last === undefined) continue
    const timezone = (await deps.records.company(companyId))?.timezone ?? 'UTC'
    const period = periodOf(timezone, first ?? FIRST_DAY, last ?? LAST_DAY)
    const param = ends[0] && TICKET_FILTERS[ends[0]].param
    if (period === null) return err(domainError('ERR_VALIDATION', { field: param ?? '' }))
    periods[field] = { ...period }
  }
  return ok(periods)
}

/** The conditions that filter the lists and their badges, from a query. */
export const filtersIn = (
  deps: Pick<RouteDeps, 'documents' | 'records'>,
  companyId: number,
  query: FilterQuery,
): Promise<Result<TicketList & { readonly and: OtherConditions }, DomainError>> =>
  ofCompany(deps, companyId, valuesIn(query))

/** The filter's values resolved in the company: the times of its days, without deleted tags. */
export const ofCompany = async (
  deps: Pick<RouteDeps, 'documents' | 'records'>,
  companyId: number,
  values: FilterValues,
): Promise<Result<TicketList & { readonly and: OtherConditions }, DomainError>> => {
  const periods = await periodsIn(deps, companyId, values)
  if (!periods.ok) return periods
  const tagIds = values.tags ?? []
  const tags = await deps.documents.getMany('tags', tagIds)
  const isThere = (id: number) => tags.get(String(id))?.companyId === companyId
  // a ticket's document may still have the id of a deleted tag
  const none: OtherConditions = tagIds.every(isThere) ? {} : { ticketId: { in: [] } }
  return ok({ ...values, and: { ...none, ...periods.value } })
}
