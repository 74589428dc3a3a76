import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Dropdown from 'antd/es/dropdown/index.js'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEscape } from '../use-escape.js'
import type { BubbleActions } from './bubble.js'
import bubble from './bubble.module.css'
import styles from './message-menu.module.css'
import { QuickReactions } from './quick-reactions.js'
import { useMessageMenu } from './use-message-menu.js'

/** The button at a bubble's corner and what it opens: reactions, and below them what else can be done. */
export const MessageMenu = ({ message, actions }: { message: MessageRecord; actions: BubbleActions }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useEscape(open, close)
  const menu = useMessageMenu(message, actions)
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      menu={menu}
      trigger={['click']}
      placement={message.fromMe ? 'bottomRight' : 'bottomLeft'}
      popupRender={(items) => (
        <div className={styles.popup}>
          <QuickReactions message={message} actions={actions} onDone={close} />
          {items}
        </div>
      )}
    >
      <button
        type="button"
        className={bubble.menu}
        aria-label={t('inbox:message.options')}
        title={t('inbox:message.options')}
        aria-haspopup="menu"
        aria-expanded={open}
      >
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  )
}
