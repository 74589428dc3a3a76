import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { byLaneOrder, NO_LANE } from '@guiche/contracts/ticket/kanban.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { dataForArgument } from '../../api/data-for-argument.js'
import { mayUse, useHasSeat, useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useNow } from '../../base/use-now.js'
import { EmptyState } from '../../components/empty-state.js'
import { ErrorState } from '../../components/error-state.js'
import { PageHeader } from '../../components/page-header.js'
import { SkeletonBlock } from '../../components/skeleton-block.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useJoin } from '../../realtime/use-join.js'
import { QueueSelect } from '../../records/queue-select.js'
import { useRecords } from '../../records/record-api.js'
import { UserSelect } from '../../records/user-select.js'
import { useOpenSince } from '../inbox/list/use-open-since.js'
import { type BoardFilter, loadMore, useKanbanQuery, useKanbanTotalsQuery } from './api.js'
import { cardsIn, laneOf } from './board.js'
import { Card } from './card.js'
import { CardMenu } from './card-menu.js'
import styles from './kanban.module.css'
import { Lane } from './lane.js'
import { useDrag } from './use-drag.js'
import { useKeys } from './use-keys.js'
import { useMove } from './use-move.js'

const OPEN = { status: 'open' } as const
const PENDING = { status: 'pending' } as const
const ALL: BoardFilter = { queueIds: [], users: [] }

/** The kanban board: lanes of tags, with waiting and attended tickets as cards. */
export const KanbanPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useUser()
  const writes = useHasSeat()
  const mayMakeLanes = writes && mayUse(user, 'supervisor')
  const now = useNow()
  const openSince = useOpenSince(now)
  useJoin('joinTickets', OPEN)
  useJoin('joinTickets', PENDING)
  const [filter, setFilter] = useState(ALL)
  const { data: board, isError, isFetching, refetch } = dataForArgument(useKanbanQuery(filter))
  const { data: totals = {} } = dataForArgument(useKanbanTotalsQuery(filter))
  const tags = useRecords('tag')
  const boardElement = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<{ ticket: TicketRecord; button: HTMLElement } | null>(null)

  const { rows } = tags
  const lanes = useMemo(
    () => [
      { id: NO_LANE, name: t('kanban:noLane'), color: null, limit: null },
      ...(rows ?? [])
        .filter(({ kanban }) => kanban === 1)
        .sort(byLaneOrder)
        .map(({ id, name, color, laneLimit }) => ({ id, name, color, limit: laneLimit })),
    ],
    [rows, t],
  )
  const nameOf = useCallback((lane: number) => lanes.find(({ id }) => id === lane)?.name ?? '', [lanes])
  const { move, said, say } = useMove(filter, nameOf)
  const { drag, ghost, press } = useDrag(boardElement, move)
  const byLane = useMemo(
    () => new Map(lanes.map(({ id }) => [id, cardsIn(board?.cards ?? [], id)])),
    [board, lanes],
  )
  const cardsOf = (lane: number): readonly TicketRecord[] => byLane.get(lane) ?? []
  const keys = useKeys({
    lanes: lanes.map(({ id }) => id),
    cardsOf,
    totals,
    nameOf,
    move: writes ? move : null,
    say,
  })
  const { held } = keys
  /** the cards of a lane, with the card held by the keyboard at its target place */
  const shownIn = (lane: number): readonly TicketRecord[] => {
    if (held === null) return cardsOf(lane)
    const others = cardsOf(lane).filter(({ id }) => id !== held.ticket.id)
    return lane === held.lane ? others.toSpliced(held.at, 0, held.ticket) : others
  }
  // stable callbacks for cards, so that a move re-renders only changed cards
  const latest = useRef({ press, key: keys.onKeyDown })
  latest.current = { press, key: keys.onKeyDown }
  const onPress = useCallback(
    (...given: Parameters<typeof press>) => writes && latest.current.press(...given),
    [writes],
  )
  const onKey = useCallback((...given: Parameters<typeof keys.onKeyDown>) => latest.current.key(...given), [])
  const onMenu = useCallback((ticket: TicketRecord, button: HTMLElement) => setMenu({ ticket, button }), [])
  const lookOf = ({ id }: TicketRecord) =>
    drag?.ticket.id === id ? 'dragged' : held?.ticket.id === id ? 'held' : undefined
  const render = (ticket: TicketRecord) => (
    <Card
      key={ticket.id}
      {...{ ticket, now, openSince, onPress, onKey }}
      onMenu={writes ? onMenu : null}
      look={lookOf(ticket)}
    />
  )

  const isRead = board !== undefined && rows !== undefined
  const hasFailed = (isError && board === undefined) || (tags.isError && rows === undefined)
  const retry = () => {
    void refetch()
    void tags.refetch()
  }
  return (
    <div className={styles.page}>
      <PageHeader title={t('kanban:title')} hint={t('kanban:hint')}>
        <QueueSelect<number[]>
          mode="multiple"
          className={styles.filter}
          maxTagCount="responsive"
          aria-label={t('kanban:queues')}
          placeholder={t('kanban:queues')}
          value={[...filter.queueIds]}
          {...(user.profile !== 'admin' && { queues: user.queues })}
          onChange={(queueIds) => setFilter((known) => ({ ...known, queueIds }))}
        />
        <UserSelect<number[]>
          mode="multiple"
          className={styles.filter}
          maxTagCount="responsive"
          aria-label={t('kanban:agents')}
          placeholder={t('kanban:agents')}
          value={[...filter.users]}
          onChange={(users) => setFilter((known) => ({ ...known, users }))}
        />
      </PageHeader>
      {hasFailed && <ErrorState onRetry={retry} />}
      {!hasFailed && !isRead && (
        <div className={styles.board} role="status" aria-label={t('common:loading')}>
          {['a', 'b', 'c', 'd'].map((lane) => (
            <div key={lane} className={styles.loading}>
              <SkeletonBlock height="60vh" />
            </div>
          ))}
        </div>
      )}
      {isRead && lanes.length === 1 && (
        <EmptyState
          title={t('kanban:empty.title')}
          hint={t(mayMakeLanes ? 'kanban:empty.hint' : 'kanban:empty.ask')}
          {...(mayMakeLanes && { action: <Link to="/tags">{t('kanban:empty.action')}</Link> })}
        />
      )}
      {writes && (
        <p id="kanban-keys" className="visually-hidden">
          {t('kanban:move.help')}
        </p>
      )}
      <p className="visually-hidden" role="status" aria-live="assertive" data-said>
        {said}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a set of regions */}
      <div
        ref={boardElement}
        role="group"
        className={styles.board}
        aria-label={t('kanban:board')}
        aria-busy={isFetching}
        hidden={!isRead || lanes.length === 1}
        data-dragging={drag !== null}
      >
        {isRead &&
          lanes.map((lane) => {
            const cursor = board.lanes[lane.id]?.cursor ?? null
            return (
              <Lane
                key={lane.id}
                lane={lane.id}
                {...lane}
                total={totals[lane.id] ?? cardsOf(lane.id).length}
                cards={shownIn(lane.id)}
                gap={drag?.target?.lane === lane.id ? drag.target.after : undefined}
                render={render}
                onMore={cursor === null ? null : () => dispatch(loadMore({ filter, lane: lane.id, cursor }))}
              />
            )
          })}
      </div>
      {drag !== null && (
        <div ref={ghost} className={styles.ghost} aria-hidden="true">
          {displayNameOf(drag.ticket.contact) || t('inbox:contact.erased')}
        </div>
      )}
      {menu !== null && (
        <CardMenu
          button={menu.button}
          lanes={lanes}
          current={laneOf(menu.ticket)}
          onChoose={(lane) => void move(menu.ticket, { lane, after: null })}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}
