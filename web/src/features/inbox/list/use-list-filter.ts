import { useMemo, useState } from 'react'
import { useAppSelector } from '../../../app/hooks.js'
import { readStored, store } from '../../../app/storage.js'
import type { TicketFilter } from '../api.js'

export type ListTab = 'open' | 'pending' | 'closed' | 'search'

export interface ListFilter {
  readonly tab: ListTab
  setTab(tab: ListTab): void
  /** null = all queues that the reader may see */
  readonly queueIds: readonly number[] | null
  setQueueIds(ids: readonly number[]): void
  readonly showAll: boolean
  setShowAll(on: boolean): void
  /** what the server is asked for on the tab's status */
  filterOf(status: 'open' | 'pending' | 'closed'): TicketFilter
}

const storedQueues = (): readonly number[] => {
  try {
    const ids: unknown = JSON.parse(readStored('guiche.queues') ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : []
  } catch {
    return []
  }
}

/** Which list is shown and how it is narrowed; queues are remembered in this browser. */
export const useListFilter = (): ListFilter => {
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const [tab, setTab] = useState<ListTab>('open')
  const [chosen, setChosen] = useState(storedQueues)
  const [wanted, setWanted] = useState(() => readStored('guiche.showAll') === 'true')
  const showAll = admin && wanted
  return useMemo(() => {
    const queueIds = chosen.length === 0 ? null : chosen
    const filters = {
      open: { status: 'open', showAll, queueIds },
      pending: { status: 'pending', showAll, queueIds },
      closed: { status: 'closed', showAll, queueIds },
    } as const
    return {
      tab,
      setTab,
      queueIds,
      setQueueIds: (ids) => {
        setChosen([...ids])
        store('guiche.queues', JSON.stringify(ids))
      },
      showAll,
      setShowAll: (on) => {
        setWanted(on)
        store('guiche.showAll', String(on))
      },
      filterOf: (status) => filters[status],
    }
  }, [tab, chosen, showAll])
}
