import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Dropdown from 'antd/es/dropdown/index.js'
import Tooltip from 'antd/es/tooltip/index.js'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAppSelector } from '../../../app/hooks.js'
import { ColorDot } from '../../../components/color-dot.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { StatusTag } from '../../../components/status-tag.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './header.module.css'
import { ReopenButton } from './reopen-button.js'
import { Who } from './who.js'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onContact: () => void
  readonly onTransfer: () => void
  readonly onHistory: () => void
}

const TONES = { open: 'open', pending: 'waiting', closed: 'closed' } as const

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
            className={styles.contact}
            title={t('inbox:header.openContact', { name })}
            onClick={onContact}
          >
            <span>{name}</span>
          </button>
          <StatusTag tone={TONES[ticket.status]}>{t(`inbox:status.${ticket.status}`)}</StatusTag>
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
              title={t('inbox:key.resolveHint')}
              onClick={() => actions.close(ticket)}
            >
              {t('inbox:action.resolve')}
            </Button>
          </>
        )}
        {ticket.status === 'closed' && <ReopenButton ticket={ticket} actions={actions} short />}
        <Dropdown menu={{ items: menu }} trigger={['click']} placement="bottomRight">
          <Button
            type="text"
            icon={<MoreOutlined />}
            aria-label={t('inbox:header.menu')}
            title={t('inbox:header.menu')}
          />
        </Dropdown>
      </span>
    </header>
  )
}
