import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useMemo, useRef } from 'react'
import { useGoTo } from '../../base/hooks.js'
import type { Command } from '../../commands/registry.js'
import { useCommands } from '../../commands/use-commands.js'
import { useTranslation } from '../../i18n/use-translation.js'

interface Situation {
  /** in the list's order */
  readonly tickets: readonly TicketRecord[]
  /** uuid of the ticket in the address */
  readonly uuid: string | undefined
  /** whether this user may write */
  readonly writes: boolean
  onNew(): void
}

/** Focuses the row of a ticket, so that keyboard users stay in the list. */
const focusRow = (id: number): void => {
  const rows = [...document.querySelectorAll<HTMLElement>(`[data-ticket-id="${id}"] a`)]
  // earlier lists stay in the page, hidden; the list itself scrolls to the row
  rows.find((row) => row.checkVisibility())?.focus({ preventScroll: true })
}

/** Keys of the inbox's list. Keys of a conversation: actions/ticket-actions.tsx. */
export const useInboxKeys = (situation: Situation): void => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  // commands read the state when they run, so their list can be constant
  const now = useRef(situation)
  now.current = situation

  const list = useMemo((): readonly Command[] => {
    const move = (step: 1 | -1) => {
      const { tickets, uuid } = now.current
      const place = tickets.findIndex((ticket) => ticket.uuid === uuid)
      const next = place === -1 ? tickets[step === 1 ? 0 : tickets.length - 1] : tickets[place + step]
      if (next === undefined) return
      focusRow(next.id)
      goTo(`/tickets/${next.uuid}`)
    }
    const moves = { group: 'places', keysOnly: true, repeats: true, atOnce: true } as const
    const [next, previous] = [t('inbox:key.next'), t('inbox:key.previous')]
    return [
      { ...moves, id: 'inbox next', label: next, icon: <ArrowDownOutlined />, keys: 'j', run: () => move(1) },
      {
        ...moves,
        id: 'inbox previous',
        label: previous,
        icon: <ArrowUpOutlined />,
        keys: 'k',
        run: () => move(-1),
      },
      {
        id: 'inbox new',
        label: t('inbox:newTicket.open'),
        icon: <PlusOutlined />,
        group: 'general',
        applies: () => now.current.writes,
        run: () => now.current.onNew(),
      },
      {
        id: 'inbox leave',
        label: t('inbox:header.back'),
        icon: <ArrowLeftOutlined />,
        group: 'places',
        keys: 'escape',
        applies: () => now.current.uuid !== undefined,
        run: () => goTo('/tickets'),
      },
    ]
  }, [t, goTo])
  useCommands(list)
}
