import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import type { Entry } from './calendar.js'
import styles from './calendar.module.css'
import { DropTarget, EntryButton } from './day-cell.js'

/** Maximum of messages shown on a day of a month; further messages are counted. */
const MAX_ENTRIES = 4
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export interface ViewProps {
  readonly days: readonly string[]
  readonly entries: ReadonlyMap<string, readonly Entry[]>
  /** the day that the view shows */
  readonly day: string
  readonly today: string
  readonly zone: string
  readonly onOpen: (entry: Entry) => void
  readonly onMove: (entry: Entry, days: 1 | -1) => void
  /** an entry (by its key) was dropped on a day, and on an hour if the view has hours */
  readonly onDrop: (key: string, day: string, hour: number | null) => void
  /** plans a message for a day, at an hour if the view has hours; null if the user may not plan */
  readonly onNew: ((day: string, hour: number | null) => void) | null
  readonly onDay: (day: string) => void
}

const nameOf = (day: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(Date.parse(day))
const useDayName = () => {
  const { i18n } = useTranslation()
  return (day: string, options: Intl.DateTimeFormatOptions) => nameOf(day, i18n.language, options)
}
const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** Number of days that each arrow key moves in a month. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month in weeks. Arrow keys move between days, Enter plans a message for the day. */
export const MonthView = (props: ViewProps) => {
  const { days, entries, day: current, today, zone, onOpen, onMove, onDrop, onNew, onDay } = props
  const { t } = useTranslation()
  const dayName = useDayName()
  const grid = useRef<HTMLDivElement | null>(null)
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const next = grid.current?.querySelectorAll<HTMLElement>('[data-day]')[at + step]
    event.preventDefault()
    next?.focus()
  }
  return (
    <div className={styles.month} ref={grid}>
      {days.slice(0, 7).map((day) => (
        <span key={day} className={styles.weekday}>
          {dayName(day, { weekday: 'short' })}
        </span>
      ))}
      {days.map((day, at) => {
        const all = entries.get(day) ?? []
        const isOther = day.slice(0, 7) !== current.slice(0, 7)
        return (
          <DropTarget
            key={day}
            className={`${styles.cell} ${isOther ? styles.other : ''} ${day === today ? styles.today : ''}`}
            onDrop={(key) => onDrop(key, day, null)}
          >
            <button
              type="button"
              data-day={day}
              className={styles.number}
              tabIndex={day === current || (at === 0 && !days.includes(current)) ? 0 : -1}
              aria-label={
                onNew === null
                  ? dayName(day, LONG_DAY)
                  : t('schedules:calendar.new', { day: dayName(day, LONG_DAY) })
              }
              aria-current={day === today ? 'date' : undefined}
              onKeyDown={(event) => onKeyDown(event, at)}
              onClick={() => (onNew ?? onDay)(day, null)}
            >
              {Number(day.slice(8))}
            </button>
            {all.slice(0, MAX_ENTRIES).map((entry) => (
              <EntryButton key={entry.key} {...{ entry, zone, onOpen, onMove }} />
            ))}
            {all.length > MAX_ENTRIES && (
              <button type="button" className={styles.more} onClick={() => onDay(day)}>
                {t('schedules:calendar.more', { count: all.length - MAX_ENTRIES })}
              </button>
            )}
          </DropTarget>
        )
      })}
    </div>
  )
}

/** One or several days by hours. */
export const HoursView = ({ days, entries, today, zone, onOpen, onMove, onDrop, onNew }: ViewProps) => {
  const { t } = useTranslation()
  const dayName = useDayName()
  return (
    <div
      className={styles.hours}
      style={{ gridTemplateColumns: `48px repeat(${days.length}, minmax(0, 1fr))` }}
    >
      <span />
      {days.map((day) => (
        <span key={day} className={styles.weekday} aria-current={day === today ? 'date' : undefined}>
          {dayName(day, { weekday: 'short', day: 'numeric', month: 'numeric' })}
        </span>
      ))}
      {HOURS.map((hour) => [
        <span key={hour} className={styles.hour}>
          {String(hour).padStart(2, '0')}:00
        </span>,
        ...days.map((day) => (
          <DropTarget
            key={`${day}/${hour}`}
            className={styles.slot ?? ''}
            onDrop={(key) => onDrop(key, day, hour)}
          >
            {(entries.get(day) ?? [])
              .filter(({ time }) => Number(time.slice(0, 2)) === hour)
              .map((entry) => (
                <EntryButton key={entry.key} long={days.length === 1} {...{ entry, zone, onOpen, onMove }} />
              ))}
            {onNew !== null && (
              <button
                type="button"
                className={styles.free}
                tabIndex={-1}
                aria-label={t('schedules:calendar.new', {
                  day: `${dayName(day, LONG_DAY)}, ${String(hour).padStart(2, '0')}:00`,
                })}
                onClick={() => onNew(day, hour)}
              />
            )}
          </DropTarget>
        )),
      ])}
    </div>
  )
}

/** The days with messages, one below the other. */
export const ListView = ({ days, entries, zone, onOpen, onMove }: ViewProps) => {
  const dayName = useDayName()
  return (
    <div className={styles.list}>
      {days.map((day) => {
        const all = entries.get(day) ?? []
        if (all.length === 0) return null
        return (
          <section key={day} aria-label={dayName(day, LONG_DAY)}>
            <h2>{dayName(day, LONG_DAY)}</h2>
            {all.map((entry) => (
              <EntryButton key={entry.key} long {...{ entry, zone, onOpen, onMove }} />
            ))}
          </section>
        )
      })}
    </div>
  )
}
