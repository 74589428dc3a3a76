import { useMemo, useState } from 'react'
import { useAppSelector } from '../../../base/hooks.js'
import { readStored, store } from '../../../base/storage.js'
import type { Narrowing, TicketFilter } from '../api.js'
import { isNarrowed } from '../model/lists.js'

export type ListTab = 'open' | 'pending' | 'closed' | 'search'

/** What narrows the lists. Empty lists of ids narrow nothing. */
export interface Chosen {
  readonly queueIds: readonly number[]
  /** a ticket has all of them */
  readonly tags: readonly number[]
  /** who attends; of admins alone */
  readonly users: readonly number[]
  readonly connections: readonly number[]
  readonly withUnread: boolean
  /** snoozed ones instead of those that are not */
  readonly snoozed: boolean
  /** everybody's; of admins alone */
  readonly showAll: boolean
  /** yyyy-MM-dd, '' for an open end */
  readonly from: string
  readonly to: string
}
const NOTHING: Chosen = {
  queueIds: [],
  tags: [],
  users: [],
  connections: [],
  withUnread: false,
  snoozed: false,
  showAll: false,
  from: '',
  to: '',
}

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

const KEY = 'guiche.inbox'
const ids = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : []
const day = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''

/** What was kept, as far as it can be read. */
const remembered = (): Chosen => {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '{}') as Partial<Record<keyof Chosen, unknown>>
    return {
      queueIds: ids(kept.queueIds),
      tags: ids(kept.tags),
      users: ids(kept.users),
      connections: ids(kept.connections),
      withUnread: kept.withUnread === true,
      snoozed: kept.snoozed === true,
      showAll: kept.showAll === true,
      from: day(kept.from),
      to: day(kept.to),
    }
  } catch {
    return NOTHING
  }
}

/** Which list is shown and how it is narrowed, which this browser remembers. */
export const useListFilter = (): ListFilter => {
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const [tab, setTab] = useState<ListTab>('open')
  const [chosen, setChosen] = useState(remembered)
  return useMemo(() => {
    const keep = (next: Chosen) => {
      setChosen(next)
      store(KEY, JSON.stringify(next))
    }
    const { queueIds, tags, connections, withUnread, snoozed, from, to } = chosen
    const users = admin ? chosen.users : []
    const narrowing: Narrowing = {
      // whoever is asked for by name attends tickets that are not one's own
      showAll: admin && (chosen.showAll || users.length > 0),
      queueIds: queueIds.length === 0 ? null : queueIds,
      ...{ users, tags, connections, withUnread },
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
        ...[queueIds, tags, users, connections].map((one) => one.length > 0),
        ...[withUnread, snoozed, admin && chosen.showAll, from !== '' || to !== ''],
      ].filter(Boolean).length,
      narrowed: isNarrowed(narrowing) || snoozed,
      narrowing,
      filterOf: (status) => filters[status],
    }
  }, [tab, chosen, admin])
}
