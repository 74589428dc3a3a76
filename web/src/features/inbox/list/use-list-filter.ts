import { useMemo, useState } from 'react'
import { useUser } from '../../../base/access.js'
import type { Narrowing, TicketFilter } from '../api.js'
import { type Chosen, keepChosen, NOTHING, readChosen } from '../model/chosen.js'
import { isNarrowed } from '../model/lists.js'

export type ListTab = 'open' | 'pending' | 'closed' | 'search'

export interface ListFilter {
  readonly tab: ListTab
  setTab(tab: ListTab): void
  readonly chosen: Chosen
  choose(change: Partial<Chosen>): void
  clear(): void
  /** how many filters are on */
  readonly count: number
  /** more than queues narrows the lists */
  readonly narrowed: boolean
  /** what the numbers beside the lists are asked with */
  readonly narrowing: Narrowing
  /** what the server is asked for on the tab's status */
  filterOf(status: 'open' | 'pending' | 'closed'): TicketFilter
}

/** Which list is shown and how it is narrowed, which this browser remembers for each user. */
export const useListFilter = (): ListFilter => {
  const { id: userId, profile } = useUser()
  const admin = profile === 'admin'
  const [tab, setTab] = useState<ListTab>('open')
  const [chosen, setChosen] = useState(() => readChosen(userId))
  return useMemo(() => {
    const keep = (next: Chosen) => {
      setChosen(next)
      keepChosen(userId, next)
    }
    const { queueIds, tags, connections, priorities, withUnread, fromAd, snoozed, from, to } = chosen
    const users = admin ? chosen.users : []
    const narrowing: Narrowing = {
      // whoever is asked for by name attends tickets that are not one's own
      showAll: admin && (chosen.showAll || users.length > 0),
      queueIds: queueIds.length === 0 ? null : queueIds,
      ...{ users, tags, connections, priorities, withUnread, fromAd },
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
    }
    const filters: Record<'open' | 'pending' | 'closed', TicketFilter> = {
      open: { ...narrowing, status: 'open', snoozed },
      // nobody attends what waits
      pending: { ...narrowing, users: [], status: 'pending', order: 'waiting' },
      closed: { ...narrowing, status: 'closed' },
    }
    return {
      tab,
      setTab,
      chosen,
      choose: (change) => keep({ ...chosen, ...change }),
      clear: () => keep(NOTHING),
      count: [
        ...[queueIds, tags, users, connections, priorities].map((one) => one.length > 0),
        ...[withUnread, fromAd, snoozed, admin && chosen.showAll, from !== '' || to !== ''],
      ].filter(Boolean).length,
      narrowed: isNarrowed(narrowing) || snoozed,
      narrowing,
      filterOf: (status) => filters[status],
    }
  }, [tab, chosen, admin, userId])
}
