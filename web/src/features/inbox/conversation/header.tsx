import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import BellMutedOutlined from '@ant-design/icons/es/icons/MutedOutlined'
import ScheduleOutlined from '@ant-design/icons/es/icons/ScheduleOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import { calledOf } from '@guiche/contracts/contact-name.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { Link } from 'react-router-dom'
import { hasFeature, hasSeat, useUser } from '../../../base/access.js'
import { useAppDispatch, useAppSelector } from '../../../base/hooks.js'
import { ColorDot } from '../../../components/color-dot.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { MenuButton } from '../../../components/menu-button.js'
import { StatusTag } from '../../../components/status-tag.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { ticketMuted } from '../../../theme/preferences.js'
import { PriorityTag, usePriorityMenu } from '../priority.js'
import { SideBySideButton } from '../side-by-side.js'
import { useAttending, useMayAttend } from '../use-attending.js'
import { CONTACT_OPENER } from '../use-contact-pane.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './header.module.css'
import { ReopenButton } from './reopen-button.js'
import { Who } from './who.js'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onContact: () => void
  readonly onTransfer: () => void
  readonly onSnooze: () => void
  readonly onSchedule: () => void
  readonly onHistory: () => void
}

const TONES = { open: 'open', pending: 'waiting', closed: 'closed' } as const

/** Who it is, who attends, and what can be done now; the rest is in one menu. */
export const Header = ({
  ticket,
  actions,
  onContact,
  onTransfer,
  onSnooze,
  onSchedule,
  onHistory,
}: Props) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const dispatch = useAppDispatch()
  const muted = useAppSelector(({ preferences }) => preferences.muted.includes(ticket.id))
  const user = useUser()
  const admin = user.profile === 'admin'
  const mayAttend = useMayAttend(ticket)
  const writes = hasSeat(user)
  const plans = hasFeature(user, RECORDS.schedule.plan)
  const name = calledOf(ticket.contact) || t('inbox:contact.erased')
  const askRemove = async () => {
    const question = {
      title: t('common:delete.title'),
      text: t('inbox:remove.text'),
      confirm: t('common:delete.confirm'),
      danger: true,
    }
    if (await confirm(question)) actions.remove(ticket)
  }
  const menu = [
    ...useAttending(ticket, actions, onSnooze),
    ...(ticket.status === 'closed' || !writes
      ? []
      : [
          { key: 'transfer', icon: <SwapOutlined />, label: t('inbox:action.transfer'), onClick: onTransfer },
        ]),
    ...usePriorityMenu(ticket, actions),
    ...(plans && writes
      ? [{ key: 'schedule', icon: <ScheduleOutlined />, label: t('schedules:title'), onClick: onSchedule }]
      : []),
    { key: 'notes', icon: <FormOutlined />, label: t('notes:title'), onClick: onContact },
    {
      key: 'mute',
      icon: muted ? <BellOutlined /> : <BellMutedOutlined />,
      label: t(muted ? 'inbox:action.unmute' : 'inbox:action.mute'),
      onClick: () => dispatch(ticketMuted(ticket.id)),
    },
    { key: 'history', icon: <HistoryOutlined />, label: t('inbox:action.history'), onClick: onHistory },
    ...(admin && writes
      ? [
          {
            key: 'remove',
            danger: true,
            icon: <DeleteOutlined />,
            label: t('inbox:action.remove'),
            onClick: () => void askRemove(),
          },
        ]
      : []),
  ]
  return (
    <header className={styles.header}>
      <SideBySideButton when="two" />
      <Link
        to="/tickets"
        className={styles.back}
        aria-label={t('inbox:header.back')}
        title={t('inbox:header.back')}
      >
        <ArrowLeftOutlined />
      </Link>
      <UserAvatar name={name} picture={ticket.contact.profilePicUrl} size={40} />
      <div className={styles.main}>
        <div className={styles.top}>
          <button
            type="button"
            id={CONTACT_OPENER}
            className={styles.contact}
            title={t('inbox:header.openContact', { name })}
            onClick={onContact}
          >
            <span>{name}</span>
          </button>
          <StatusTag tone={TONES[ticket.status]}>{t(`inbox:status.${ticket.status}`)}</StatusTag>
          <PriorityTag priority={ticket.priority} />
        </div>
        <div className={styles.bottom}>
          {ticket.queue !== null && (
            <span className={styles.queue} title={ticket.queue.name}>
              <ColorDot color={ticket.queue.color} label={ticket.queue.name} />
            </span>
          )}
          <Who ticket={ticket} />
        </div>
      </div>
      <span className={styles.actions}>
        {writes && ticket.status === 'pending' && (
          <Button
            type="primary"
            icon={<CheckOutlined />}
            loading={actions.busy.accept}
            onClick={() => actions.accept(ticket)}
          >
            {t('inbox:action.accept')}
          </Button>
        )}
        {mayAttend && (
          <>
            <Button
              className={styles.second ?? ''}
              icon={<SwapOutlined />}
              aria-label={t('inbox:action.transfer')}
              data-hint={t('inbox:key.transferHint')}
              onClick={onTransfer}
            >
              {t('inbox:action.transfer')}
            </Button>
            <Button
              className={styles.third ?? ''}
              icon={<InboxOutlined />}
              aria-label={t('inbox:action.return')}
              data-hint={t('inbox:key.returnHint')}
              onClick={() => actions.return(ticket)}
            >
              {t('inbox:action.returnShort')}
            </Button>
            <Button
              type="primary"
              icon={<CheckOutlined />}
              loading={actions.busy.close}
              title={t('inbox:key.resolveHint')}
              onClick={() => actions.close(ticket)}
            >
              {t('inbox:action.resolve')}
            </Button>
          </>
        )}
        {writes && ticket.status === 'closed' && <ReopenButton ticket={ticket} actions={actions} short />}
        <MenuButton label={t('inbox:header.menu')} menu={{ items: menu }} placement="bottomRight">
          <MoreOutlined />
        </MenuButton>
      </span>
    </header>
  )
}
