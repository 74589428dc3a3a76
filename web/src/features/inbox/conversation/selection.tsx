import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useFocusBack } from '../../../base/use-focus-back.js'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { ForwardIcon } from '../message/icons.js'
import { canForward } from '../model/message-actions.js'
import { useEscape } from '../use-escape.js'
import styles from './selection.module.css'

const ForwardMessages = lazyDialog(() =>
  import('../dialogs/forward-messages.js').then((m) => m.ForwardMessages),
)

/** Ids of messages chosen for forwarding; null while nothing is being chosen. */
interface Selection {
  readonly chosen: ReadonlyMap<string, MessageRecord>
  toggle(messages: readonly MessageRecord[]): void
}
export const SelectionContext = createContext<Selection | null>(null)

/** Which messages are chosen; `begin` starts choosing with one message, `end` stops. */
export const useSelection = () => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, MessageRecord> | null>(null)
  const begin = useCallback((message: MessageRecord) => setChosen(new Map([[message.id, message]])), [])
  const toggle = useCallback(
    (messages: readonly MessageRecord[]) =>
      setChosen((before) => {
        const after = new Map(before)
        const areIn = messages.every(({ id }) => after.has(id))
        for (const message of messages) areIn ? after.delete(message.id) : after.set(message.id, message)
        return after
      }),
    [],
  )
  const end = useCallback(() => setChosen(null), [])
  const context = useMemo<Selection | null>(
    () => (chosen === null ? null : { chosen, toggle }),
    [chosen, toggle],
  )
  return {
    chosen,
    begin,
    end,
    context,
  }
}

/** Covers a row while messages are being chosen: a press chooses its messages that can be forwarded. */
export const SelectBox = ({ messages }: { messages: readonly MessageRecord[] }) => {
  const { t } = useTranslation()
  const selection = useContext(SelectionContext)
  const able = messages.filter(canForward)
  if (selection === null || able.length === 0) return null
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={able.every(({ id }) => selection.chosen.has(id))}
        onChange={() => selection.toggle(able)}
        aria-label={t('inbox:forward.choose')}
      />
    </label>
  )
}

interface Props {
  readonly chosen: ReadonlyMap<string, MessageRecord>
  readonly onEnd: () => void
}

/** The messages above the selection bar. */
const messagesOver = (bar: HTMLElement) =>
  bar.parentElement?.querySelector<HTMLElement>('[role="log"]') ?? null

/** Replaces the composer while messages are chosen. */
export const SelectionBar = ({ chosen, onEnd }: Props) => {
  const { t } = useTranslation()
  const [forwarding, setForwarding] = useState(false)
  const [none, setNone] = useState(false)
  useEscape(!forwarding, onEnd)
  useEffect(() => {
    if (chosen.size > 0) setNone(false)
  }, [chosen.size])
  const messages = [...chosen.values()].sort((a, b) => (a.order < b.order ? -1 : 1))
  return (
    <section
      ref={useFocusBack(messagesOver)}
      className={styles.bar}
      aria-label={t('inbox:forward.selection')}
    >
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('common:cancel')}
        title={t('common:cancel')}
        onClick={onEnd}
      />
      <span role="status" className={styles.count}>
        {none ? t('inbox:forward.none') : t('inbox:forward.chosen', { count: chosen.size })}
      </span>
      <Button
        type="primary"
        icon={<ForwardIcon />}
        onClick={() => (chosen.size === 0 ? setNone(true) : setForwarding(true))}
      >
        {t('inbox:message.forward')}
      </Button>
      {forwarding && (
        <ForwardMessages
          messages={messages}
          onClose={(done) => {
            setForwarding(false)
            if (done) onEnd()
          }}
        />
      )}
    </section>
  )
}
