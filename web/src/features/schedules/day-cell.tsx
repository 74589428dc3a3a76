import RetweetOutlined from '@ant-design/icons/es/icons/RetweetOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useUser } from '../../base/access.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { mayTouch } from '../../records/fields.js'
import { type Entry, isOpen, stateOf, TONES, timeIn } from './calendar.js'
import styles from './calendar.module.css'
import { ownZone, zonesDiffer } from './zones.js'

/** Id of the element with the keyboard instructions for moving messages. */
export const KEYS_HINT = 'schedule-keys'
/** Data type of a drag: browsers pass texts, and the page finds the entry by this key. */
const DRAG_TYPE = 'text/plain'

interface EntryProps {
  readonly entry: Entry
  readonly zone: string
  readonly onOpen: (entry: Entry) => void
  /** number of days of a move by keyboard */
  readonly onMove: (entry: Entry, days: 1 | -1) => void
  /** shows the entry's text, too */
  readonly long?: boolean
}
/** A message of the calendar: a press opens it; dragging, or Alt with an arrow, moves it. */
export const EntryButton = ({ entry, zone, onOpen, onMove, long = false }: EntryProps) => {
  const { t } = useTranslation()
  const { planned, time, sendAt, key } = entry
  const state = stateOf(planned)
  const me = useUser()
  const mayMove = isOpen(planned) && mayTouch(RECORDS.schedule, me, planned, 'change')
  const own = zonesDiffer(zone, ownZone(), sendAt) ? ` (${timeIn(ownZone(), sendAt)})` : ''
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
    event.preventDefault()
    onMove(entry, event.key === 'ArrowRight' ? 1 : -1)
  }
  return (
    <button
      type="button"
      className={`${styles.item} ${styles[TONES[state]]}`}
      draggable={mayMove}
      data-entry={`${planned.id} ${entry.day}`}
      aria-describedby={KEYS_HINT}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, key)}
      onClick={() => onOpen(entry)}
      onKeyDown={onKeyDown}
      title={`${t(`schedules:status.${state}`)}: ${planned.body}`}
    >
      <span className={styles.time}>
        {time}
        {own}
      </span>{' '}
      {entry.occurrence !== null && <RetweetOutlined aria-label={t('schedules:calendar.repeats')} />}{' '}
      {planned.contact?.name}
      {long && <span className={styles.text}>{planned.body}</span>}
      <span className={styles.hidden}>{t(`schedules:status.${state}`)}</span>
    </button>
  )
}

interface TargetProps {
  readonly className: string
  readonly onDrop: (key: string) => void
  readonly children: ReactNode
}
/** A place of the calendar that accepts dragged messages. */
export const DropTarget = ({ className, onDrop, children }: TargetProps) => {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onDrop(event.dataTransfer.getData(DRAG_TYPE))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves the message itself
    <div
      className={`${className} ${isOver ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
