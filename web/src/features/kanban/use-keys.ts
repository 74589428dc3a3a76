import { displayNameOf } from '@guiche/contracts/contact/name.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import { laneOf, type Totals } from './board.js'
import type { Move } from './use-move.js'

/** A card held by the keyboard, and its target place. */
export interface HeldCard {
  readonly ticket: TicketRecord
  readonly lane: number
  /** index of the card among the other cards of the lane */
  readonly at: number
}
interface Options {
  /** the lanes in order */
  readonly lanes: readonly number[]
  readonly cardsOf: (lane: number) => readonly TicketRecord[]
  readonly totals: Totals
  readonly nameOf: (lane: number) => string
  /** null: cards cannot be moved */
  readonly move: Move | null
  readonly say: (text: string) => void
}

const STEPS: Readonly<Record<string, readonly [lanes: number, cards: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const clampIndex = (value: number, most: number): number => Math.max(0, Math.min(most, value))
const focusCard = (id: number): void =>
  document.querySelector<HTMLElement>(`[data-card="${id}"] [data-card-link]`)?.focus()

/**
 * Moves cards by keys: Space picks up and drops a card, arrows move it, Esc puts it back. Without a held
 * card, arrows move the focus between cards.
 */
export const useKeys = ({ lanes, cardsOf, totals, nameOf, move, say }: Options) => {
  const { t } = useTranslation()
  const [held, setHeld] = useState<HeldCard | null>(null)
  /** id of the focused card, also after a move to another lane */
  const focused = useRef<number | null>(null)
  useEffect(() => {
    if (focused.current === null) return
    // a card that moves to another lane loses the focus; a user who has focused another element keeps that
    // focus
    const active = document.activeElement
    if (active !== null && active !== document.body && active.closest('[data-card]') === null) {
      focused.current = null
      if (held !== null) setHeld(null)
      return
    }
    focusCard(focused.current)
    if (held === null) focused.current = null
  })

  const othersIn = (lane: number, ticket: TicketRecord) => cardsOf(lane).filter(({ id }) => id !== ticket.id)
  const told = (key: 'held' | 'over', { ticket, lane, at }: HeldCard): void => {
    const own = laneOf(ticket) === lane ? 0 : 1
    const total = (totals[lane] ?? 0) + own
    say(
      t(`kanban:move.${key}`, {
        name: displayNameOf(ticket.contact),
        lane: nameOf(lane),
        place: at + 1,
        total,
      }),
    )
  }
  const hold = (key: 'held' | 'over', next: HeldCard): void => {
    focused.current = next.ticket.id
    setHeld(next)
    told(key, next)
  }
  const step = (from: HeldCard, [by, down]: readonly [number, number]): HeldCard => {
    const lane = lanes[clampIndex(lanes.indexOf(from.lane) + by, lanes.length - 1)] ?? from.lane
    return { ...from, lane, at: clampIndex(from.at + down, othersIn(lane, from.ticket).length) }
  }
  const goFrom = (ticket: TicketRecord, [by, down]: readonly [number, number]): void => {
    const row = cardsOf(laneOf(ticket)).findIndex(({ id }) => id === ticket.id)
    let lane = lanes.indexOf(laneOf(ticket)) + by
    // skips empty lanes
    while (by !== 0 && lane >= 0 && lane < lanes.length && cardsOf(lanes[lane] ?? 0).length === 0) lane += by
    const cards = cardsOf(lanes[lane] ?? -1)
    const next = cards[clampIndex(row + down, cards.length - 1)]
    if (next !== undefined) focusCard(next.id)
  }
  const putBack = (): void => {
    if (held === null) return
    setHeld(null)
    const { ticket } = held
    say(t('kanban:move.back', { name: displayNameOf(ticket.contact), lane: nameOf(laneOf(ticket)) }))
  }

  const onKeyDown = (event: KeyboardEvent, ticket: TicketRecord): void => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = STEPS[key]
    const isOwn = held?.ticket.id === ticket.id
    if (key === 'Tab' && isOwn) {
      focused.current = null
      return putBack()
    }
    if (key !== ' ' && arrow === undefined && !(isOwn && (key === 'Enter' || key === 'Escape'))) return
    event.preventDefault()
    event.stopPropagation()
    if (key === ' ' && event.repeat) return
    if (!isOwn || held === null) {
      if (arrow !== undefined) goFrom(ticket, arrow)
      else if (key === ' ' && move !== null) {
        const lane = laneOf(ticket)
        hold('held', { ticket, lane, at: cardsOf(lane).findIndex(({ id }) => id === ticket.id) })
      }
    } else if (arrow !== undefined) hold('over', step(held, arrow))
    else if (key === 'Escape') putBack()
    else {
      const after = othersIn(held.lane, ticket)[held.at - 1]?.id ?? null
      setHeld(null)
      void move?.(ticket, { lane: held.lane, after })
    }
  }
  return { held, onKeyDown }
}
