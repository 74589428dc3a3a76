import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Dropdown from 'antd/es/dropdown/index.js'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { actionsOn } from '../model/message-actions.js'
import { useEscape } from '../use-escape.js'
import bubble from './bubble.module.css'
import type { BubbleActions } from './bubble-actions.js'
import styles from './message-menu.module.css'
import { QuickReactions } from './quick-reactions.js'
import { useMessageMenu } from './use-message-menu.js'

interface Props {
  readonly message: MessageRecord
  readonly actions: BubbleActions
}

const useButton = (open: boolean) => {
  const { t } = useTranslation()
  return {
    type: 'button',
    className: bubble.menu,
    'aria-label': t('inbox:message.options'),
    title: t('inbox:message.options'),
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    children: <DownOutlined />,
  } as const
}

/** Opens at once, with the focus on its button. Each opening offers the actions that are possible then. */
const Menu = ({ message, actions }: Props) => {
  const [open, setOpen] = useState(true)
  const close = useCallback(() => setOpen(false), [])
  const ref = useRef<HTMLButtonElement>(null)
  const button = useButton(open)
  const offered = actionsOn(message, actions.rights, Date.now())
  useEscape(open, close)
  useLayoutEffect(() => ref.current?.focus(), [])
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      menu={useMessageMenu(message, actions, offered)}
      trigger={['click']}
      placement={message.fromMe ? 'bottomRight' : 'bottomLeft'}
      popupRender={(items) => (
        <div className={styles.popup}>
          {offered.includes('react') && <QuickReactions message={message} actions={actions} onDone={close} />}
          {items}
        </div>
      )}
    >
      <button {...button} ref={ref} />
    </Dropdown>
  )
}

/**
 * The button at a bubble's corner with reactions and a menu of actions. The menu costs more than the bubble, so it is
 * mounted at the first press. Not on hover: mounting replaces the button, and a press would start on one button and end
 * on another.
 */
export const MessageMenu = (props: Props) => {
  const [pressed, setPressed] = useState(false)
  const button = useButton(false)
  if (actionsOn(props.message, props.actions.rights, Date.now()).length === 0) return null
  return pressed ? <Menu {...props} /> : <button {...button} onClick={() => setPressed(true)} />
}
