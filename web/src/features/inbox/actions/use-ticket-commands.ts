import type { OpenedTicket, TicketRecord } from '@guiche/contracts/views/records.js'
import { useMemo, useRef } from 'react'
import { useUser } from '../../../base/access.js'
import { useAppSelector } from '../../../base/hooks.js'
import type { Command } from '../../../commands/registry.js'
import { useCommands } from '../../../commands/use-commands.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import {
  type ActionEffects,
  type TicketAction,
  type TicketForReader,
  ticketActions,
} from './ticket-actions.js'

/** An action in the header. */
export interface OfferedAction extends Omit<TicketAction, 'run' | 'when'> {
  /** the action has a visible button */
  readonly onButton: boolean
  /** whether the action is possible now */
  readonly applies: boolean
  readonly run: () => void
}

/**
 * All actions on the shown conversation as commands, for keys, Ctrl+K and the list of keys. Gives the same
 * actions for the header. An action checks the ticket when it runs.
 */
export const useTicketCommands = (
  ticket: (TicketRecord & Partial<Pick<OpenedTicket, 'active'>>) | undefined,
  deeds: ActionEffects,
): readonly OfferedAction[] => {
  const { t } = useTranslation()
  const user = useUser()
  const muted = useAppSelector(({ preferences }) => preferences.muted.includes(ticket?.id ?? 0))
  const standing = useMemo(
    (): TicketForReader | null => (ticket === undefined ? null : { ticket, user, muted }),
    [ticket, user, muted],
  )
  // a key acts a moment after the press, so the latest state is needed
  const now = useRef({ standing, deeds })
  now.current = { standing, deeds }
  const actions = useMemo(() => ticketActions(t, user, standing), [t, user, standing])
  const [offered, commands] = useMemo(() => {
    const applies = ({ when }: TicketAction) => now.current.standing !== null && when(now.current.standing)
    const run = (action: TicketAction) => () => {
      const { standing, deeds } = now.current
      if (standing !== null && applies(action)) action.run(deeds, standing)
    }
    const command = (action: TicketAction): Command => {
      const { id, label, icon, keys, atOnce } = action
      return {
        ...{ id: `ticket ${id}`, label, icon, group: 'conversation', keys, ...(atOnce && { atOnce }) },
        ...{ applies: () => applies(action), run: run(action) },
      }
    }
    const offer = (action: TicketAction): OfferedAction => {
      const { when, ...shown } = action
      const is = standing !== null && when(standing)
      const onButton = is && (action.button?.when?.(standing) ?? true)
      return { ...shown, applies: is, onButton, run: run(action) }
    }
    return [actions.map(offer), actions.map(command)]
  }, [actions, standing])
  useCommands(commands)
  return offered
}
