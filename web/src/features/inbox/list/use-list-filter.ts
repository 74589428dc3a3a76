import { pick } from '@guiche/contracts/pick.js'
import {
  BADGE_FILTERS,
  type FilterName,
  isNarrowed,
  offeredIn,
  TICKET_FILTERS,
} from '@guiche/contracts/ticket-lists/filters.js'
import { widenForAgent } from '@guiche/contracts/ticket-lists/views.js'
import { useMemo, useState } from 'react'
import { useUser } from '../../../base/access.js'
import type { Narrowing, TicketFilter } from '../api.js'
import {
  type ChosenFilters,
  countChosen,
  filtersFor,
  keepChosen,
  NO_FILTERS,
  readChosen,
  valuesOf,
} from '../model/chosen-filters.js'

type ListStatus = 'open' | 'pending' | 'closed'
export type ListTab = ListStatus | 'search'

/** A list of the inbox that another page requests. */
export interface AskedList extends Partial<ChosenFilters> {
  readonly tab: ListStatus
}

export interface ListFilter {
  readonly tab: ListTab
  setTab(tab: ListTab): void
  /** filters of the shown list; a search has its own filters, at first none */
  readonly chosen: ChosenFilters
  choose(change: Partial<ChosenFilters>): void
  clear(): void
  /** Shows a list with only this choice of filters. */
  show(asked: AskedList): void
  /** whether the shown list offers a filter to this user */
  isOffered(name: FilterName): boolean
  /** how many filters are on */
  readonly count: number
  /** whether filters other than queues are on */
  readonly narrowed: boolean
  /** arguments of the counts of the lists */
  readonly narrowing: Narrowing
  /** arguments of the server's list for the tab's status */
  filterOf(status: ListStatus): TicketFilter
  /** arguments of a search */
  readonly searched: TicketFilter
}

/** The shown list and its filters, stored in this browser for each user. */
export const useListFilter = (): ListFilter => {
  const { id: userId, profile } = useUser()
  const admin = profile === 'admin'
  const [tab, setTab] = useState<ListTab>('open')
  const [kept, setChosen] = useState(() => readChosen(userId))
  const [sought, setSought] = useState(NO_FILTERS)
  return useMemo(() => {
    const keep = (next: ChosenFilters) => {
      setChosen(next)
      keepChosen(userId, next)
    }
    const isFor = filtersFor(admin)
    const isInSearch = (name: FilterName) => isFor(name) && TICKET_FILTERS[name].inSearch
    const isSearch = tab === 'search'
    const chosen = isSearch ? sought : kept
    const asked = widenForAgent(valuesOf(kept, isFor), admin)
    const narrowing = pick(asked, ...BADGE_FILTERS)
    const listOf = (status: ListStatus): TicketFilter => ({
      ...offeredIn(status, asked),
      ...{ status, ...(status === 'pending' && { order: 'waiting' }) },
    })
    const filters: Record<ListStatus, TicketFilter> = {
      open: listOf('open'),
      pending: listOf('pending'),
      closed: listOf('closed'),
    }
    return {
      tab,
      setTab,
      chosen,
      choose: (change) => (isSearch ? setSought : keep)({ ...chosen, ...change }),
      clear: () => (isSearch ? setSought : keep)(NO_FILTERS),
      show: ({ tab: next, ...choice }) => {
        setTab(next)
        keep({ ...NO_FILTERS, ...choice })
      },
      isOffered: (name) =>
        isSearch
          ? isInSearch(name)
          : isFor(name) && TICKET_FILTERS[name].lists.some((status) => status === tab),
      count: countChosen(chosen, isSearch ? isInSearch : isFor),
      narrowed: isNarrowed(narrowing) || kept.snoozed,
      narrowing,
      filterOf: (status) => filters[status],
      searched: valuesOf(sought, isInSearch),
    }
  }, [tab, kept, sought, admin, userId])
}
