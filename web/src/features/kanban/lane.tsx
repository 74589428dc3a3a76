import WarningFilled from '@ant-design/icons/es/icons/WarningFilled'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useEffect, useRef, useState } from 'react'
import { ColorDot } from '../../components/color-dot.js'
import { NextPageFailed } from '../../components/list/next-page-failed.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './lane.module.css'

interface Props {
  readonly lane: number
  readonly name: string
  readonly color: string | null
  /** maximum of cards before a warning; null: no maximum */
  readonly limit: number | null
  readonly total: number
  readonly cards: readonly TicketRecord[]
  /** the card below which a drop would put the dragged card; null: on top; undefined: not in this lane */
  readonly gap: number | null | undefined
  readonly render: (ticket: TicketRecord) => React.ReactNode
  /** loads the next page; null: all cards are loaded */
  readonly onMore: (() => Promise<void>) | null
}

/** The end of a lane: loads the next cards when near. */
const LaneEnd = ({ onMore, held }: { onMore: () => Promise<void>; held: number }) => {
  const { t } = useTranslation()
  const end = useRef<HTMLLIElement>(null)
  const [failed, setFailed] = useState(false)
  const reading = useRef(false)
  const read = useRef(onMore)
  read.current = onMore
  const more = useRef(async () => {
    if (reading.current) return
    reading.current = true
    setFailed(false)
    await read.current().catch(() => setFailed(true))
    reading.current = false
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may leave the end in sight, of which nothing is told
  useEffect(() => {
    const element = end.current
    if (element === null || failed) return
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void more.current()
      },
      { root: element.closest('[data-scrolls]'), rootMargin: '200px' },
    )
    seen.observe(element)
    return () => seen.disconnect()
  }, [failed, held])
  return (
    <li ref={end} className={styles.end} role="status">
      {failed ? <NextPageFailed onRetry={() => void more.current()} /> : t('kanban:more')}
    </li>
  )
}

/**
 * A lane of the board with its number of cards. Exceeding its limit shows a warning, but prevents nothing.
 */
export const Lane = ({ lane, name, color, limit, total, cards, gap, render, onMore }: Props) => {
  const { t } = useTranslation()
  const isOver = limit !== null && total > limit
  const numbers = limit === null ? t('kanban:count', { count: total }) : t('kanban:limit', { total, limit })
  const gapRow = <li key="gap" className={styles.gap} aria-hidden="true" />
  return (
    <section
      className={`${styles.lane} ${gap === undefined ? '' : styles.target}`}
      data-lane={lane}
      aria-label={t('kanban:lane', { name })}
    >
      <header className={styles.head}>
        <h2 className={styles.name} title={name}>
          {color === null ? name : <ColorDot color={color} label={name} />}
        </h2>
        <span className={`${styles.count} ${isOver ? styles.over : ''}`} title={numbers}>
          {isOver && <WarningFilled role="img" aria-label={t('kanban:overLimit')} />}
          <span aria-hidden="true">{limit === null ? total : `${total} / ${limit}`}</span>
          <span className="visually-hidden">{numbers}</span>
        </span>
      </header>
      <ul className={styles.cards} data-scrolls>
        {gap === null && gapRow}
        {cards.flatMap((ticket) => [render(ticket), ...(gap === ticket.id ? [gapRow] : [])])}
        {cards.length === 0 && <li className={styles.none}>{t('kanban:noCards')}</li>}
        {onMore !== null && <LaneEnd onMore={onMore} held={cards.length} />}
      </ul>
    </section>
  )
}
