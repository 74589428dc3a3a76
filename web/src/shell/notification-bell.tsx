import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import Badge from 'antd/es/badge/index.js'
import Popover from 'antd/es/popover/index.js'
import { useState } from 'react'
import { IconButton } from '../components/icon-button.js'
import { NotificationList, useUnreadTickets } from '../features/inbox/notifications.js'
import { useTranslation } from '../i18n/use-translation.js'
import { NotificationSettings } from './notification-settings.js'

/** Tickets with unread messages or new mentions, and how loudly they are told. The list is the inbox's own. */
export const NotificationBell = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const unread = useUnreadTickets()
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={t('common:notifications.title')}
      content={
        <div style={{ width: 'min(340px, 100vw - 88px)' }}>
          <NotificationList close={() => setOpen(false)} />
          <NotificationSettings />
        </div>
      }
    >
      <Badge count={unread} overflowCount={99} size="small" offset={[-8, 8]}>
        <IconButton label={t('common:notifications.button', { count: unread })} aria-expanded={open}>
          <BellOutlined />
        </IconButton>
      </Badge>
    </Popover>
  )
}
