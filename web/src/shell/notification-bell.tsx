import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import Badge from 'antd/es/badge/index.js'
import Popover from 'antd/es/popover/index.js'
import { useRef, useState } from 'react'
import { IconButton } from '../components/icon-button.js'
import { lazyDialog } from '../components/lazy-dialog.js'
import { useUnreadCount } from '../features/inbox/use-unread.js'
import { useTranslation } from '../i18n/use-translation.js'

/** Loaded when the bell is first opened. */
const NotificationList = lazyDialog(() =>
  import('../features/inbox/notifications.js').then((m) => m.NotificationList),
)
const NotificationSettings = lazyDialog(() =>
  import('./notification-settings.js').then((m) => m.NotificationSettings),
)

/**
 * The bell: number of tickets with unread messages, new mentions or transfers, and the volume of notices. Its list is
 * the inbox's own.
 */
export const NotificationBell = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const content = useRef<HTMLElement>(null)
  const unread = useUnreadCount()
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      // focuses the content: it is at the document's end, so Tab would pass the whole page first
      afterOpenChange={(shown) => shown && content.current?.focus()}
      trigger="click"
      placement="bottomRight"
      title={t('common:notifications.title')}
      content={
        <section
          ref={content}
          tabIndex={-1}
          aria-label={t('common:notifications.title')}
          style={{ width: 'min(340px, 100vw - 88px)' }}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        >
          <NotificationList close={() => setOpen(false)} />
          <NotificationSettings />
        </section>
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
