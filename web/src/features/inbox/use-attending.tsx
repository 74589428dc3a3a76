import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import UserSwitchOutlined from '@ant-design/icons/es/icons/UserSwitchOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useAppSelector } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { TicketActions } from './use-ticket-actions.js'

/** Whether this person may do what the agent of an attended ticket does: the agent, and admins. */
export const useMayAttend = (ticket: TicketRecord | undefined): boolean => {
  const user = useAppSelector(({ session }) => session.user)
  return ticket?.status === 'open' && (ticket.userId === user?.id || user?.profile === 'admin')
}

/** What the menu of a ticket that somebody attends offers: to take it over (admins), to snooze it or bring it back. */
export const useAttending = (ticket: TicketRecord, actions: TicketActions, onSnooze: () => void) => {
  const { t } = useTranslation()
  const own = useAppSelector(({ session }) => session.user?.id === ticket.userId)
  if (!useMayAttend(ticket)) return []
  const snoozing =
    ticket.snoozedUntil === null
      ? { key: 'snooze', label: t('inbox:snooze.title'), onClick: onSnooze }
      : { key: 'wake', label: t('inbox:snooze.wake'), onClick: () => actions.wake(ticket) }
  return [
    ...(own
      ? []
      : [
          {
            key: 'take',
            icon: <UserSwitchOutlined />,
            label: t('inbox:action.takeOver'),
            onClick: () => actions.takeOver(ticket),
          },
        ]),
    { icon: <ClockCircleOutlined />, ...snoozing },
  ]
}
