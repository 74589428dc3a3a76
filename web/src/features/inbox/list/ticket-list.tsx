import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso } from 'react-virtuoso'
import { useAppSelector } from '../../../app/hooks.js'
import { ErrorState } from '../../../components/error-state.js'
import { useJoin } from '../../../realtime/use-join.js'
import { type TicketFilter, useTicketsInfiniteQuery } from '../api.js'
import { contactActivity } from '../presence.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './list.module.css'
import { RowActions } from './row-actions.js'
import { TicketRow } from './ticket-row.js'
import { useNow } from './use-now.js'

interface Props {
  readonly filter: TicketFilter
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  /** what stands there when the list is empty */
  readonly empty: ReactNode
  /** told of the tickets shown, so that J and K can move through them */
  readonly onShown: (tickets: readonly TicketRecord[]) => void
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

const Loading = () => (
  <div aria-busy="true">
    {ROWS.map((row) => (
      <div key={row} className={styles.skeleton}>
        <Skeleton avatar active title={{ width: '60%' }} paragraph={{ rows: 1 }} />
      </div>
    ))}
  </div>
)

/** One list of tickets, live, further pages as it is scrolled. */
export const TicketList = ({ filter, selected, actions, onPeek, empty, onShown }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const presence = useAppSelector((state) => state.presence)
  useJoin('joinTickets', filter.status === undefined ? null : { status: filter.status })
  const { data, isLoading, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useTicketsInfiniteQuery(filter)
  const tickets = data?.pages.flatMap((page) => page.tickets)

  useEffect(() => {
    if (data !== undefined) onShown(data.pages.flatMap((page) => page.tickets))
  }, [data, onShown])

  if (isLoading) return <Loading />
  if (isError && tickets === undefined) {
    return <ErrorState text={t('inbox:list.failed')} onRetry={() => void refetch()} />
  }
  if (tickets === undefined || tickets.length === 0) return <div className={styles.state}>{empty}</div>
  return (
    <Virtuoso
      className={styles.scroll}
      data={tickets}
      computeItemKey={(_index, ticket) => ticket.id}
      atBottomThreshold={100}
      atBottomStateChange={(bottom) => {
        if (bottom && hasNextPage && !isFetchingNextPage) void fetchNextPage()
      }}
      itemContent={(_index, ticket) => (
        <TicketRow
          ticket={ticket}
          selected={ticket.uuid === selected}
          now={now}
          activity={contactActivity(presence, ticket.id, now)}
          actions={<RowActions ticket={ticket} actions={actions} onPeek={onPeek} />}
        />
      )}
      components={isFetchingNextPage ? { Footer: Loading } : {}}
    />
  )
}
