import { displayNameOf } from '@guiche/contracts/contact/name.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { RefObject } from 'react'
import type { AppDispatch, RootState } from '../../../app/store.js'
import { useAppDispatch } from '../../../base/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { ticketMuted } from '../../../theme/preferences.js'
import { TAG_ADDER } from '../../tags/tag-bar.js'
import type { TicketDialog } from '../use-opened.js'
import type { TicketActions } from '../use-ticket-actions.js'
import type { ActionEffects } from './ticket-actions.js'

/** Actions of the visible conversation that other components may start. */
export interface ConversationHandle {
  /** opens the note field, in place of the composer */
  note(): void
}

interface Page {
  readonly actions: TicketActions
  readonly conversation: RefObject<ConversationHandle | null>
  open(dialog: TicketDialog): void
  readonly contact: { toggle(): void; write(): void }
}

/** Turns this browser's notices of a ticket on or off. */
const setMuted =
  (id: number, on: boolean) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    if (getState().preferences.muted.includes(id) !== on) dispatch(ticketMuted(id))
  }

/** The effects of a conversation's actions on the inbox page. */
export const useActionEffects = ({ actions, conversation, open, contact }: Page): ActionEffects => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const mute = ({ id, contact }: TicketRecord, on: boolean): void => {
    dispatch(setMuted(id, on))
    const text = t(on ? 'inbox:toast.muted' : 'inbox:toast.unmuted', { name: displayNameOf(contact) })
    const action = { label: t('common:undo'), run: () => dispatch(setMuted(id, !on)) }
    dispatch(toastShown({ tone: 'good', text, action }))
  }
  const remove = async (ticket: TicketRecord): Promise<void> => {
    const question = {
      title: t('common:delete.title'),
      text: t('inbox:remove.text', { name: displayNameOf(ticket.contact) }),
      confirm: t('common:delete.confirm'),
      danger: true,
    }
    if (await confirm(question)) actions.remove(ticket)
  }
  return {
    ...actions,
    mute,
    remove: (ticket) => void remove(ticket),
    reply: () => document.getElementById('composer')?.focus(),
    note: () => conversation.current?.note(),
    tag: () => document.getElementById(TAG_ADDER)?.click(),
    transfer: () => open('transfer'),
    snooze: () => open('snooze'),
    schedules: () => open('schedules'),
    history: () => open('history'),
    contact: contact.toggle,
    notes: contact.write,
  }
}
