import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Dropdown from 'antd/es/dropdown/index.js'
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useEscape } from '../use-escape.js'
import type { BubbleActions } from './bubble.js'
import bubble from './bubble.module.css'
import styles from './message-menu.module.css'
import { QuickReactions } from './quick-reactions.js'
import { useMessageMenu } from './use-message-menu.js'

interface Props {
  readonly message: MessageRecord
  readonly actions: BubbleActions
}

const useButton = (open: boolean, button: RefObject<HTMLButtonElement | null>) => {
  const { t } = useTranslation()
  return {
    ref: button,
    type: 'button',
    className: bubble.menu,
    'aria-label': t('inbox:message.options'),
    title: t('inbox:message.options'),
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    children: <DownOutlined />,
  } as const
}

const Menu = ({ message, actions, opened, focused }: Props & { opened: boolean; focused: boolean }) => {
  const [open, setOpen] = useState(opened)
  const close = useCallback(() => setOpen(false), [])
  const ref = useRef<HTMLButtonElement>(null)
  const button = useButton(open, ref)
  useEscape(open, close)
  useLayoutEffect(() => {
    if (focused) ref.current?.focus()
  }, [focused])
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      menu={useMessageMenu(message, actions)}
      trigger={['click']}
      placement={message.fromMe ? 'bottomRight' : 'bottomLeft'}
      popupRender={(items) => (
        <div className={styles.popup}>
          <QuickReactions message={message} actions={actions} onDone={close} />
          {items}
        </div>
      )}
    >
      <button {...button} />
    </Dropdown>
  )
}

/**
 * The button at a bubble's corner and what it opens: reactions, and below them what else can be done. The menu behind
 * the button costs more than the whole bubble, so it is made when somebody comes near.
 */
export const MessageMenu = ({ message, actions }: Props) => {
  const [near, setNear] = useState<'pointer' | 'keyboard' | 'pressed' | null>(null)
  const button = useButton(false, useRef<HTMLButtonElement>(null))
  if (near !== null) {
    return (
      <Menu message={message} actions={actions} opened={near === 'pressed'} focused={near !== 'pointer'} />
    )
  }
  return (
    <button
      {...button}
      // a finger is on the button when it comes near: the press must find it where it was
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType === 'mouse' && setNear('pointer')}
      onFocus={({ target }: FocusEvent) => target.matches(':focus-visible') && setNear('keyboard')}
      onClick={() => setNear('pressed')}
    />
  )
}
