import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { dayAt } from '@guiche/contracts/local-time.js'
import { dayAfter } from '@guiche/contracts/opening-hours/calendar.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Segmented from 'antd/es/segmented/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import dayjs from 'dayjs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ApiError } from '../../api/errors.js'
import { hasFeature, useUser } from '../../base/access.js'
import { ErrorState } from '../../components/error-state.js'
import { IconButton } from '../../components/icon-button.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { ListStates } from '../../components/list/list-states.js'
import { PageHeader } from '../../components/page-header.js'
import { StatusTag } from '../../components/status-tag.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { usePlannedContactQuery, useScheduleRangeQuery } from './api.js'
import {
  CALENDAR_VIEWS,
  daysShown,
  type Entry,
  entriesOf,
  moveTo,
  rangeOf,
  stepDay,
  TONES,
  type View,
} from './calendar.js'
import styles from './calendar.module.css'
import { KEYS_HINT } from './day-cell.js'
import { useMoves } from './use-moves.js'
import { HoursView, ListView, MonthView, type ViewProps } from './views.js'
import { ownZone } from './zones.js'

const EntryDialog = lazyDialog(() => import('./entry-dialog.js').then((m) => m.EntryDialog))
const NewSchedule = lazyDialog(() => import('./new-schedule.js').then((m) => m.NewSchedule))

const STATES = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO', 'SKIPPED'] as const
/** Whether the window is too narrow for a month. */
const isNarrow = (): boolean => matchMedia('(max-width: 700px)').matches
/** Suggested hour of a new message for a day. */
const MORNING = 9

/** Opens a new message for the contact of `?contactId=`, if the contact exists. */
const AskedContact = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = usePlannedContactQuery(id)
  if (isError && (error as ApiError).status !== 404) return <ErrorState onRetry={() => void refetch()} />
  if (isError) {
    return (
      <Alert type="error" showIcon closable onClose={onClose} title={t('schedules:calendar.noContact')} />
    )
  }
  return data === undefined ? null : <NewSchedule contactId={data.id} onClose={onClose} />
}

/** The calendar of planned messages, in the company's time zone. */
export const SchedulesPage = () => {
  const { t, i18n } = useTranslation()
  const me = useUser()
  const zone = me.company.timezone
  const today = dayAt(zone, Date.now())
  const [params, setParams] = useSearchParams()
  const [view, setView] = useState<View>(() => (isNarrow() ? 'list' : 'month'))
  const [day, setDay] = useState(today)
  const [open, setOpen] = useState<Entry | null>(null)
  const [fresh, setFresh] = useState<{ readonly sendAt?: string } | null>(null)
  const move = useMoves(zone)
  const days = useMemo(() => daysShown(view, day), [view, day])
  const range = useMemo(() => rangeOf(days, zone), [days, zone])
  const { currentData, isError, refetch } = useScheduleRangeQuery(range)
  const entries = useMemo(
    () => entriesOf(currentData?.schedules ?? [], zone, range),
    [currentData, zone, range],
  )
  const all = [...entries.values()].flat()
  const moved = useRef<{ readonly id: number; readonly day: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message is found again once the calendar shows it elsewhere
  useEffect(() => {
    if (moved.current === null) return
    const { id, day: to } = moved.current
    const found = document.querySelector<HTMLElement>(`[data-entry="${id} ${to}"]`)
    if (found === null) return
    moved.current = null
    found.focus()
  }, [entries])
  const find = (key: string | null) => all.find((entry) => entry.key === key)
  // an open entry stays open after it was sent, moved or deleted
  const opened = open === null ? null : (find(open.key) ?? open)
  const contactId = Number(params.get('contactId')) || null
  const mayPlan = hasFeature(me, RECORDS.schedule.plan)
  const plan = (on: string, hour: number | null): void => {
    const at = moveTo(`${on}T12:00:00.000Z`, zone, on, hour ?? MORNING)
    const whole = dayjs(at).minute(0)
    const sendAt = whole.isAfter(dayjs()) ? whole : dayjs().add(1, 'hour')
    setFresh({ sendAt: sendAt.toISOString() })
  }
  const shown: ViewProps = {
    ...{ days, entries, day, today, zone },
    onOpen: setOpen,
    onMove: (entry, by) => {
      const to = dayAfter(entry.day, by)
      moved.current = { id: entry.planned.id, day: to }
      void move(entry, to, null)
    },
    onDrop: (key, on, hour) => {
      const entry = find(key)
      if (entry !== undefined) void move(entry, on, hour)
    },
    onNew: mayPlan ? plan : null,
    onDay: (on) => {
      setDay(on)
      setView('day')
    },
  }
  const title = new Intl.DateTimeFormat(i18n.language, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
    ...(view === 'day' && { day: 'numeric' }),
  }).format(Date.parse(day))
  const hint = ownZone() === zone ? 'zone' : 'zones'
  const Shown = view === 'month' ? MonthView : view === 'list' ? ListView : HoursView
  return (
    <>
      <PageHeader
        title={t('schedules:title')}
        hint={t(`schedules:calendar.${hint}`, { zone, own: ownZone() })}
        button={
          mayPlan && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setFresh({})}>
              {t('schedules:add')}
            </Button>
          )
        }
      />
      <div className={styles.bar}>
        <span className={styles.steps}>
          <IconButton label={t('schedules:calendar.previous')} onClick={() => setDay(stepDay(view, day, -1))}>
            <LeftOutlined />
          </IconButton>
          <Button onClick={() => setDay(today)}>{t('schedules:calendar.today')}</Button>
          <IconButton label={t('schedules:calendar.next')} onClick={() => setDay(stepDay(view, day, 1))}>
            <RightOutlined />
          </IconButton>
          <strong aria-live="polite">{title}</strong>
        </span>
        <Segmented<View>
          aria-label={t('schedules:calendar.views')}
          value={view}
          onChange={setView}
          options={CALENDAR_VIEWS.map((one) => ({ value: one, label: t(`schedules:calendar.${one}`) }))}
        />
      </div>
      <ul className={styles.legend} aria-label={t('schedules:calendar.legend')}>
        {STATES.map((state) => (
          <li key={state}>
            <StatusTag tone={TONES[state]}>{t(`schedules:status.${state}`)}</StatusTag>
          </li>
        ))}
      </ul>
      <p id={KEYS_HINT} className="visually-hidden">
        {t('schedules:calendar.keys')}
      </p>
      {currentData?.hasMore && <Alert type="warning" showIcon title={t('schedules:calendar.more5000')} />}
      {contactId !== null && <AskedContact id={contactId} onClose={() => setParams({}, { replace: true })} />}
      <ListStates
        failed={isError}
        onRetry={() => void refetch()}
        count={currentData === undefined ? null : view === 'list' ? all.length : 1}
        empty={<p className={styles.quiet}>{t('schedules:calendar.empty')}</p>}
      >
        {currentData === undefined && view === 'list' ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          // days and hours are known before the messages in them
          <div className={styles.shown} aria-busy={currentData === undefined}>
            <Shown {...shown} />
          </div>
        )}
      </ListStates>
      {opened !== null && <EntryDialog key={opened.key} entry={opened} onClose={() => setOpen(null)} />}
      {fresh !== null && <NewSchedule contactId={null} {...fresh} onClose={() => setFresh(null)} />}
    </>
  )
}
