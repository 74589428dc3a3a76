import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useMemo, useRef } from 'react'
import { useGoTo } from '../../base/hooks.js'
import type { Command } from '../../commands/registry.js'
import { useCommands } from '../../commands/use-commands.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { PRIORITY_CHOICES, priorityName } from './priority.js'
import type { TicketActions } from './use-ticket-actions.js'

interface Situation {
  /** as the list shows them */
  readonly tickets: readonly TicketRecord[]
  readonly ticket: TicketRecord | undefined
  /** the ticket is open, and this person may act in it */
  readonly mayAttend: boolean
  /** this person may write in the ticket, wherever it stands */
  readonly mayAct: boolean
  /** this person may write at all */
  readonly writes: boolean
  readonly actions: TicketActions
  onNew(): void
  onTransfer(): void
  onSnooze(): void
}

const focus = (id: string): void => document.getElementById(id)?.focus()
/** The row of a ticket has the focus, so that whoever moves by keys stays in the list. */
const focusRow = (id: number): void => {
  const rows = [...document.querySelectorAll<HTMLElement>(`[data-ticket-id="${id}"] a`)]
  // lists that were left stay in the page, hidden; the list itself scrolls to the row
  rows.find((row) => row.checkVisibility())?.focus({ preventScroll: true })
}

/** The inbox from the keyboard. */
export const useInboxKeys = (situation: Situation): void => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  // commands read the situation of the moment they run in, so the list of them stays the same
  const now = useRef(situation)
  now.current = situation

  const list = useMemo((): readonly Command[] => {
    const group = t('inbox:title')
    const move = (step: 1 | -1) => {
      const { tickets, ticket } = now.current
      const place = tickets.findIndex(({ id }) => id === ticket?.id)
      const next = place === -1 ? tickets[step === 1 ? 0 : tickets.length - 1] : tickets[place + step]
      if (next === undefined) return
      focusRow(next.id)
      goTo(`/tickets/${next.uuid}`)
    }
    const moves = { group, keysOnly: true, repeats: true, atOnce: true } as const
    /** For the ticket that is shown, while it has such a status. */
    const whileIt = (is: readonly TicketRecord['status'][], run: (ticket: TicketRecord) => void) => {
      const applies = () =>
        now.current.writes && now.current.ticket !== undefined && is.includes(now.current.ticket.status)
      return { group, applies, run: () => now.current.ticket !== undefined && run(now.current.ticket) }
    }
    return [
      { ...moves, id: 'inbox next', label: t('inbox:key.next'), keys: 'j', run: () => move(1) },
      { ...moves, id: 'inbox previous', label: t('inbox:key.previous'), keys: 'k', run: () => move(-1) },
      {
        id: 'inbox reply',
        label: t('inbox:key.reply'),
        group,
        keys: 'r',
        keysOnly: true,
        atOnce: true,
        run: () => focus('composer'),
      },
      {
        id: 'inbox accept',
        label: t('inbox:action.accept'),
        keys: 'a',
        ...whileIt(['pending'], (ticket) => now.current.actions.accept(ticket)),
      },
      {
        id: 'inbox resolve',
        label: t('inbox:key.resolve'),
        keys: 'e',
        group,
        applies: () => now.current.mayAttend,
        run: () => now.current.ticket !== undefined && now.current.actions.close(now.current.ticket),
      },
      {
        id: 'inbox snooze',
        label: t('inbox:snooze.title'),
        group,
        keys: 's',
        applies: () => now.current.mayAttend,
        run: () => now.current.onSnooze(),
      },
      {
        id: 'inbox transfer',
        label: t('inbox:action.transfer'),
        keys: 't',
        ...whileIt(['pending', 'open'], () => now.current.onTransfer()),
      },
      {
        id: 'inbox return',
        label: t('inbox:action.return'),
        group,
        keys: 'd',
        applies: () => now.current.mayAttend,
        run: () => now.current.ticket !== undefined && now.current.actions.return(now.current.ticket),
      },
      ...PRIORITY_CHOICES.map((priority) => ({
        id: `inbox priority ${priority}`,
        label: priorityName(t, priority),
        group,
        applies: () => now.current.mayAct && now.current.ticket?.priority !== priority,
        run: () =>
          now.current.ticket !== undefined && now.current.actions.set(now.current.ticket, { priority }),
      })),
      {
        id: 'inbox new',
        label: t('inbox:newTicket.open'),
        group,
        applies: () => now.current.writes,
        run: () => now.current.onNew(),
      },
      {
        id: 'inbox leave',
        label: t('inbox:key.leave'),
        group,
        keys: 'escape',
        keysOnly: true,
        run: () => goTo('/tickets'),
      },
    ]
  }, [t, goTo])
  useCommands(list)
}
