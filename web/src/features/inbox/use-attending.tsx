import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import UserSwitchOutlined from '@ant-design/icons/es/icons/UserSwitchOutlined'
import { mayAttend } from '@guiche/contracts/permissions.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { hasSeat } from '../../base/access.js'
import { useAppSelector } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { TicketActions } from './use-ticket-actions.js'

/** Whether this person may do in a ticket what its contact sees, by the server's rule. */
export const useMayAct = (ticket: TicketRecord | undefined): boolean => {
  const user = useAppSelector(({ session }) => session.user)
  if (ticket === undefined || user === null || !hasSeat(user)) return false
  return mayAttend({ userId: user.id, profile: user.profile }, ticket)
}

/** Whether this person may do what the agent of an attended ticket does: the agent, and admins. */
export const useMayAttend = (ticket: TicketRecord | undefined): boolean =>
  useMayAct(ticket) && ticket?.status === 'open'

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
