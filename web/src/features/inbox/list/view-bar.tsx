import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import SaveOutlined from '@ant-design/icons/es/icons/SaveOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import {
  filtersWithDeleted,
  type TicketView,
  type ViewedList,
  viewFor,
} from '@guiche/contracts/ticket-lists/views.js'
import { mayCall } from '@guiche/contracts/users/permissions.js'
import Button from 'antd/es/button/index.js'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { type ApiError, errorText } from '../../../api/errors.js'
import { callerOf, useHasSeat, useUser } from '../../../base/access.js'
import { useAppDispatch } from '../../../base/hooks.js'
import type { Command } from '../../../commands/registry.js'
import { useCommands } from '../../../commands/use-commands.js'
import { MenuButton } from '../../../components/menu-button.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { joinNames } from '../../../i18n/i18n.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import {
  useChangeRecordMutation,
  useCreateRecordMutation,
  useDeleteRecordMutation,
  useRecords,
} from '../../../records/record-api.js'
import { RecordDialog } from '../../../records/record-dialog.js'
import { useViewCountsQuery } from '../../ticket-views/api.js'
import { bodyOfChoice, bodyOfKept, chosenBy, isSameChoice, lastView, type ViewOfTab } from './chosen-view.js'
import { Count } from './count.js'
import type { ListFilter } from './use-list-filter.js'
import styles from './view-bar.module.css'

interface OfferedView {
  readonly view: TicketView
  readonly list: ViewedList
}
const TONES = { open: 'open', pending: 'waiting', closed: 'closed' } as const

/** The names of filters in a sentence; '' of none. */
const partsOf = (t: TFunction, filters: ReturnType<typeof filtersWithDeleted>): string =>
  joinNames(filters.map((name) => t(`ticket-views:part.${name}`)))

/** The views that are for this person, their own first. */
const useOffered = () => {
  const user = useUser()
  const read = useRecords('ticketView')
  const { rows } = read
  const offered = useMemo(() => {
    const reader = callerOf(user)
    const all = (rows ?? []).flatMap((view): OfferedView[] => {
      const list = viewFor(view, reader)
      return list === null ? [] : [{ view, list }]
    })
    return [...all.filter(({ view }) => !view.team), ...all.filter(({ view }) => view.team)]
  }, [rows, user])
  return { offered, failed: read.isError && rows === undefined, refetch: read.refetch }
}

/** A command for each view, by its name. */
const useViewCommands = (offered: readonly OfferedView[], choose: (one: OfferedView) => void): void => {
  const { t } = useTranslation()
  useCommands(
    useMemo(
      () =>
        offered.map(
          (one): Command => ({
            id: `view ${one.view.id}`,
            label: t('ticket-views:of', { name: one.view.name }),
            icon: <FilterOutlined />,
            group: 'places',
            run: () => choose(one),
          }),
        ),
      [t, offered, choose],
    ),
  )
}

/** The menu of the chosen view: rename, save the present filters, delete. */
const ViewMenu = ({ view, filter, onEdit }: { view: TicketView; filter: ListFilter; onEdit(): void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useUser()
  const [change] = useChangeRecordMutation()
  const [create] = useCreateRecordMutation()
  const [remove] = useDeleteRecordMutation()
  const { tab, chosen } = filter
  /** Shows the result of a command, or its error. */
  const tell = ({ error }: { readonly error?: unknown }, done: string): void => {
    if (error === undefined) dispatch(toastShown({ tone: 'good', text: done }))
    else dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
  }
  const keep = async (): Promise<void> => {
    if (tab === 'search') return
    const changed = bodyOfKept(view, callerOf(user), { status: tab, chosen })
    const body = { name: view.name, ...changed } as never
    tell(await change({ record: 'ticketView', id: view.id, body }), t('ticket-views:saved'))
  }
  const drop = async (): Promise<void> => {
    const { name, team } = view
    const list = viewFor(view, { profile: 'admin', queueIds: [] })
    // the shared error handler reports a failed deletion
    if ((await remove({ record: 'ticketView', id: view.id })).error !== undefined) return
    const body = { name, team, ...(list && bodyOfChoice(list.status, chosenBy(list))) } as never
    const gone = partsOf(t, filtersWithDeleted(view))
    const restored = gone === '' ? t('ticket-views:saved') : t('ticket-views:savedWithout', { parts: gone })
    const run = async () => tell(await create({ record: 'ticketView', body }), restored)
    const text = t('ticket-views:deleted', { name })
    const action = { label: t('common:undo'), run: () => void run() }
    dispatch(toastShown({ tone: 'good', text, action }))
  }
  const items = [
    { key: 'edit', label: t('ticket-views:edit'), onClick: onEdit },
    { key: 'keep', label: t('ticket-views:update'), onClick: () => void keep() },
    { key: 'drop', label: t('ticket-views:remove'), danger: true, onClick: () => void drop() },
  ]
  return (
    <MenuButton label={t('ticket-views:actions', { name: view.name })} menu={{ items }}>
      <MoreOutlined />
    </MenuButton>
  )
}

/**
 * Views above the list, each with its live number of tickets; the present filters can be saved as a new view.
 */
export const ViewBar = ({ filter }: { readonly filter: ListFilter }) => {
  const { t } = useTranslation()
  const user = useUser()
  const { offered, failed, refetch } = useOffered()
  const writes = useHasSeat()
  const { data: counts = [] } = useViewCountsQuery(undefined, { skip: offered.length === 0 })
  const [last, setLast] = useState<ViewOfTab | null>(null)
  const [dialog, setDialog] = useState<'new' | TicketView | null>(null)
  const { tab, chosen, count, show, clear } = filter
  const isShown = ({ list }: OfferedView) => tab === list.status && isSameChoice(chosen, chosenBy(list))
  const exact = offered.find(isShown)
  const current = lastView(last, { exact: exact?.view.id ?? null, tab, count })
  if (current !== last) setLast(current)
  const active = exact ?? offered.find(({ view }) => view.id === current?.id)
  const choose = useMemo(
    () => (one: OfferedView) => {
      setLast({ id: one.view.id, tab: one.list.status })
      show({ tab: one.list.status, ...chosenBy(one.list) })
    },
    [show],
  )
  useViewCommands(offered, choose)
  if (failed) {
    return (
      <div className={styles.bar} role="status">
        {t('ticket-views:failed')}
        <Button size="small" type="link" onClick={() => void refetch()}>
          {t('ticket-views:retry')}
        </Button>
      </div>
    )
  }
  if (offered.length === 0 && (count === 0 || !writes)) return null
  const gone = active === undefined ? [] : filtersWithDeleted(active.view)
  const caller = callerOf(user)
  const mayChange = (view: TicketView) =>
    view.team ? mayCall('supervisor', caller) : view.userId === user.id
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={t('ticket-views:bar')}>
        <div className={styles.views}>
          {offered.map((one) => {
            const { view, list } = one
            const { id, name, team } = view
            const isActive = active?.view.id === id
            const number = counts.find((counted) => counted.id === id)?.count ?? 0
            const label = t(team ? 'ticket-views:ofTeam' : 'ticket-views:of', { name })
            return (
              <button
                key={id}
                type="button"
                className={styles.view}
                aria-pressed={isActive}
                title={label}
                onClick={() => (exact?.view.id === id ? clear() : choose(one))}
              >
                {team && <TeamOutlined aria-hidden />}
                <span className={styles.name}>{name}</span>
                {filtersWithDeleted(view).length > 0 && (
                  <WarningOutlined role="img" aria-label={t('ticket-views:goneMark')} />
                )}
                {isActive && exact === undefined && <em>{t('ticket-views:changed')}</em>}
                <Count
                  value={number}
                  tone={TONES[list.status]}
                  label={t('ticket-views:count', { count: number })}
                />
              </button>
            )
          })}
          {writes && count > 0 && exact === undefined && tab !== 'search' && (
            <Button
              size="small"
              icon={<SaveOutlined />}
              title={t('ticket-views:addHint')}
              onClick={() => setDialog('new')}
            >
              {t('ticket-views:add')}
            </Button>
          )}
        </div>
        {writes && active !== undefined && mayChange(active.view) && (
          <ViewMenu view={active.view} filter={filter} onEdit={() => setDialog(active.view)} />
        )}
      </div>
      {gone.length > 0 && (
        <p className={styles.gone} role="status">
          <WarningOutlined aria-hidden />
          <span>{t('ticket-views:gone', { parts: partsOf(t, gone) })}</span>
        </p>
      )}
      {dialog !== null && (
        <RecordDialog
          name="ticketView"
          fields={['name', 'team']}
          record={dialog === 'new' ? null : (dialog as never)}
          about={tab === 'search' ? {} : bodyOfChoice(tab, chosen)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
