import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Dropdown from 'antd/es/dropdown/index.js'
import Tag from 'antd/es/tag/index.js'
import Tooltip from 'antd/es/tooltip/index.js'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAppSelector } from '../../../app/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useNow } from '../list/use-now.js'
import { colleaguesOn, contactActivity } from '../presence.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './conversation.module.css'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onContact: () => void
  readonly onTransfer: () => void
  readonly onHistory: () => void
}

const Who = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const now = useNow()
  const presence = useAppSelector((state) => state.presence)
  const ownId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const activity = contactActivity(presence, ticket.id, now)
  const colleagues = colleaguesOn(presence, ticket.id, now, ownId)
  const typing = colleagues.filter(({ state }) => state === 'typing')
  return (
    <span className={styles.who} aria-live="polite">
      {activity === 'composing' && <em>{t('inbox:presence.composing')}</em>}
      {activity === 'recording' && <em>{t('inbox:presence.recording')}</em>}
      {activity === null && ticket.user !== null && t('inbox:header.attendedBy', { name: ticket.user.name })}
      {activity === null && ticket.user === null && ticket.status === 'pending' && t('inbox:header.waiting')}
      {typing.length > 0 && (
        <em>
          {' '}
          · {t('inbox:presence.colleagueTyping', { names: typing.map(({ name }) => name).join(', ') })}
        </em>
      )}
      {typing.length === 0 && colleagues.length > 0 && (
        <em>
          {' '}
          · {t('inbox:presence.colleagueViewing', { names: colleagues.map(({ name }) => name).join(', ') })}
        </em>
      )}
    </span>
  )
}

const StatusTag = ({ status }: { status: TicketRecord['status'] }) => {
  const { t } = useTranslation()
  const labels = {
    open: t('inbox:status.open'),
    pending: t('inbox:status.pending'),
    closed: t('inbox:status.closed'),
  }
  return <span className={`${styles.status} ${styles[status]}`}>{labels[status]}</span>
}

/** Who it is, who attends, and what can be done now; the rest is in one menu. */
export const Header = ({ ticket, actions, onContact, onTransfer, onHistory }: Props) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const name = ticket.contact.name || ticket.contact.number || t('inbox:contact.erased')
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
    ...(ticket.status === 'closed'
      ? []
      : [
          { key: 'transfer', icon: <SwapOutlined />, label: t('inbox:action.transfer'), onClick: onTransfer },
        ]),
    { key: 'history', icon: <HistoryOutlined />, label: t('inbox:action.history'), onClick: onHistory },
    ...(admin
      ? [{ key: 'remove', danger: true, label: t('inbox:action.remove'), onClick: () => void askRemove() }]
      : []),
  ]
  return (
    <header className={styles.header}>
      <Link to="/tickets" className={styles.back} aria-label={t('inbox:header.back')}>
        <ArrowLeftOutlined />
      </Link>
      <button
        type="button"
        className={styles.contact}
        onClick={onContact}
        aria-label={t('inbox:header.openContact', { name })}
      >
        <UserAvatar name={name} picture={ticket.contact.profilePicUrl} size={40} />
        <span>
          <span className={styles.name}>
            {name}
            <StatusTag status={ticket.status} />
            {ticket.queue !== null && (
              <Tag variant="outlined">
                <i className={styles.dot} style={{ background: ticket.queue.color }} aria-hidden />
                {ticket.queue.name}
              </Tag>
            )}
          </span>
          <Who ticket={ticket} />
        </span>
      </button>
      <span className={styles.actions}>
        {ticket.status === 'pending' && (
          <Button
            type="primary"
            icon={<CheckOutlined />}
            loading={actions.busy}
            onClick={() => actions.accept(ticket)}
          >
            {t('inbox:action.accept')}
          </Button>
        )}
        {ticket.status === 'open' && (
          <>
            <Tooltip title={t('inbox:action.return')}>
              <Button
                icon={<RollbackOutlined />}
                aria-label={t('inbox:action.return')}
                onClick={() => actions.return(ticket)}
              />
            </Tooltip>
            <Button
              type="primary"
              icon={<CheckOutlined />}
              loading={actions.busy}
              onClick={() => actions.close(ticket)}
            >
              {t('inbox:action.resolve')}
            </Button>
          </>
        )}
        {ticket.status === 'closed' && (
          <Button icon={<RedoOutlined />} loading={actions.busy} onClick={() => actions.reopen(ticket)}>
            {t('inbox:action.reopen')}
          </Button>
        )}
        <Dropdown menu={{ items: menu }} trigger={['click']} placement="bottomRight">
          <Button type="text" icon={<MoreOutlined />} aria-label={t('inbox:header.menu')} />
        </Dropdown>
      </span>
    </header>
  )
}
