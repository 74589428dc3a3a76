import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type StateSnapshot, Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { dataForArgument } from '../../../api/data-for-argument.js'
import { useUser } from '../../../base/access.js'
import { useNow } from '../../../base/use-now.js'
import { useStableRecords } from '../../../base/use-stable-records.js'
import { ErrorState } from '../../../components/error-state.js'
import { NextPageFailed } from '../../../components/list/next-page-failed.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useJoin } from '../../../realtime/use-join.js'
import { useRecords } from '../../../records/record-api.js'
import { type TicketFilter, useTicketsInfiniteQuery } from '../api.js'
import { listedTickets } from '../model/lists.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './list.module.css'
import { TicketRow } from './ticket-row.js'
import { useOpenSince } from './use-open-since.js'
import type { PickedTickets } from './use-picks.js'

interface Props {
  readonly filter: TicketFilter
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  /** content of an empty list */
  readonly empty: ReactNode
  /** gets the tickets shown, so that J and K can move through them */
  readonly onShown: (tickets: readonly TicketRecord[]) => void
  /** the scrolling element around the list; null while it mounts; absent: the list itself scrolls */
  readonly scroller?: HTMLElement | null
  /** absent: rows cannot be picked */
  readonly picks?: PickedTickets
}

/** Rows of the first paint, before the list has measured itself: enough for a tall window. */
const AT_ONCE = 15
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Placeholder rows with the height of real rows. */
const Loading = () => (
  <div aria-busy="true">
    {ROWS.map((row) => (
      <div key={row} className={styles.skeleton}>
        <Skeleton.Avatar active size={40} />
        <span>
          <Skeleton.Button active block style={{ width: '55%', height: 12 }} />
          <Skeleton.Button active block style={{ width: '85%', height: 12 }} />
        </span>
      </div>
    ))}
  </div>
)
interface MoreState {
  readonly state: 'none' | 'loading' | 'failed'
  readonly onRetry: () => unknown
}
const ListEnd = ({ context }: { context?: MoreState }) => {
  if (context?.state === 'loading') return <Loading />
  if (context?.state !== 'failed') return null
  return (
    <div className={styles.failed} role="status">
      <NextPageFailed onRetry={context.onRetry} />
    </div>
  )
}
/** A constant object: a new one would remount the footer at every rendering. */
const PARTS = { Footer: ListEnd }

/** Scroll state of each list, restored when the list is shown again. */
const places = new Map<string, StateSnapshot>()

const usePlace = (filter: TicketFilter) => {
  const list = useRef<VirtuosoHandle>(null)
  const key = JSON.stringify(filter)
  const keep = useCallback(
    (scrolling: boolean) => {
      if (!scrolling) list.current?.getState((place) => places.set(key, place))
    },
    [key],
  )
  // some browsers forget the scroll position of a hidden list
  const scroller = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { scrollTop = 0 } = places.get(key) ?? {}
    if (scroller.current !== null && scrollTop > 0) scroller.current.scrollTop = scrollTop
  }, [key])
  const scrolls = useCallback((element: HTMLElement | Window | null) => {
    scroller.current = element instanceof HTMLElement ? element : null
  }, [])
  const left = places.get(key)
  return { list, keep, scrolls, left: left === undefined || left.scrollTop === 0 ? undefined : left }
}

/** Whether the list may show several queues: then each row names its own. */
const useSeveralQueues = ({ queueIds }: TicketFilter): boolean => {
  const { profile, queues } = useUser()
  const { rows = [] } = useRecords('queue')
  const shown = profile === 'admin' ? rows.length : queues.length
  return (queueIds?.length ?? shown) > 1
}

/** A live list of tickets that loads further pages on scrolling. */
export const TicketList = (props: Props) => {
  const { filter, selected, actions, onPeek, empty, onShown, scroller, picks } = props
  const { t } = useTranslation()
  const now = useNow()
  const openSince = useOpenSince(now)
  const several = useSeveralQueues(filter)
  const { list, keep, scrolls, left } = usePlace(filter)
  useJoin('joinTickets', filter.status === undefined ? null : { status: filter.status })
  const { data, busy, isLoading, isError, refetch, hasNextPage, fetchNextPage, ...next } = dataForArgument(
    useTicketsInfiniteQuery(filter),
  )
  const { isFetchingNextPage, isFetchNextPageError } = next
  const shared = useStableRecords(useMemo(() => listedTickets(data?.pages ?? []), [data]))
  const tickets = data === undefined ? undefined : shared

  useEffect(() => onShown(tickets ?? []), [tickets, onShown])
  const more = useMemo<MoreState>(() => {
    const failed = hasNextPage && isFetchNextPageError
    const state = isFetchingNextPage ? 'loading' : failed ? 'failed' : 'none'
    return { state, onRetry: fetchNextPage }
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  // also true if a page's end is visible, or if the end is known while a page loads
  const [last, setLast] = useState(-1)
  const atEnd = tickets !== undefined && last >= tickets.length - 1
  useEffect(() => {
    if (atEnd && hasNextPage && more.state === 'none') void fetchNextPage()
  }, [atEnd, hasNextPage, more.state, fetchNextPage])

  // J and K may select a row outside the visible part
  const place = tickets?.findIndex(({ uuid }) => uuid === selected) ?? -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen row that moves by itself is not followed
  useEffect(() => {
    if (place !== -1) list.current?.scrollIntoView({ index: place })
  }, [selected])

  if (isLoading || scroller === null || (busy && tickets?.length === 0)) return <Loading />
  if (isError && tickets === undefined) {
    return <ErrorState text={t('inbox:list.failed')} onRetry={() => void refetch()} />
  }
  if (tickets === undefined || tickets.length === 0) return <div className={styles.state}>{empty}</div>
  return (
    <Virtuoso
      ref={list}
      className={styles.scroll}
      // not a tab stop: the keyboard focuses its rows
      tabIndex={-1}
      aria-busy={busy}
      data={tickets}
      {...(scroller === undefined ? {} : { customScrollParent: scroller })}
      {...(left === undefined || scroller !== undefined
        ? { initialItemCount: Math.min(AT_ONCE, tickets.length) }
        : { restoreStateFrom: left })}
      scrollerRef={scrolls}
      isScrolling={keep}
      increaseViewportBy={200}
      computeItemKey={(_index, ticket) => ticket.id}
      context={more}
      rangeChanged={({ endIndex }) => setLast(endIndex)}
      itemContent={(_index, ticket) => (
        <TicketRow
          ticket={ticket}
          selected={ticket.uuid === selected}
          now={now}
          openSince={openSince}
          actions={actions}
          onPeek={onPeek}
          status={filter.status === undefined}
          queues={several}
          {...(filter.searchParam && { wanted: filter.searchParam })}
          {...(picks !== undefined && {
            onPick: picks.pick,
            picking: picks.on,
            picked: picks.ids.has(ticket.id),
          })}
        />
      )}
      components={PARTS}
    />
  )
}
