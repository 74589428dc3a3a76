import { pick } from '@guiche/contracts/pick.js'
import {
  BADGE_FILTERS,
  type FilterName,
  isNarrowed,
  offeredIn,
  TICKET_FILTERS,
} from '@guiche/contracts/ticket-lists/filters.js'
import { widened } from '@guiche/contracts/ticket-lists/views.js'
import { useMemo, useState } from 'react'
import { useUser } from '../../../base/access.js'
import type { Narrowing, TicketFilter } from '../api.js'
import {
  type Chosen,
  countChosen,
  filtersFor,
  keepChosen,
  NO_FILTERS,
  readChosen,
  valuesOf,
} from '../model/chosen-filters.js'

type ListStatus = 'open' | 'pending' | 'closed'
export type ListTab = ListStatus | 'search'

/** A list of the inbox that another page asks for. */
export interface AskedList extends Partial<Chosen> {
  readonly tab: ListStatus
}

export interface ListFilter {
  readonly tab: ListTab
  setTab(tab: ListTab): void
  /** filters of the shown list; a search has its own, and starts without any */
  readonly chosen: Chosen
  choose(change: Partial<Chosen>): void
  clear(): void
  /** Shows a list with this choice alone. */
  show(asked: AskedList): void
  /** whether the list that is shown offers a filter to this person */
  isOffered(name: FilterName): boolean
  /** how many filters are on */
  readonly count: number
  /** filters besides queues are on */
  readonly narrowed: boolean
  /** arguments of the counts beside the lists */
  readonly narrowing: Narrowing
  /** arguments of the server's list for the tab's status */
  filterOf(status: ListStatus): TicketFilter
  /** arguments of a search */
  readonly searched: TicketFilter
}

/** Which list is shown and how it is narrowed, which this browser remembers for each user. */
export const useListFilter = (): ListFilter => {
  const { id: userId, profile } = useUser()
  const admin = profile === 'admin'
  const [tab, setTab] = useState<ListTab>('open')
  const [kept, setChosen] = useState(() => readChosen(userId))
  const [sought, setSought] = useState(NO_FILTERS)
  return useMemo(() => {
    const keep = (next: Chosen) => {
      setChosen(next)
      keepChosen(userId, next)
    }
    const isFor = filtersFor(admin)
    const isInSearch = (name: FilterName) => isFor(name) && TICKET_FILTERS[name].inSearch
    const isSearch = tab === 'search'
    const chosen = isSearch ? sought : kept
    const asked = widened(valuesOf(kept, isFor), admin)
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
