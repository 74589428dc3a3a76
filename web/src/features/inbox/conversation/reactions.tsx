import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Popover from 'antd/es/popover/index.js'
import { createContext, useCallback, useContext, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { senderName } from '../message/sender.js'
import { useUserNames } from '../message/use-user-names.js'
import { byEmoji } from '../model/reactions.js'
import { useEscape } from '../use-escape.js'
import styles from './bubble.module.css'

/** The name of the conversation's contact. */
export const ContactName = createContext('')

/** Each emoji of a message with the names of the people who chose it. */
const useNamed = (reactions: MessageRecord['reactions']) => {
  const { t } = useTranslation()
  const contact = useContext(ContactName)
  const userName = useUserNames(reactions.map(({ userId }) => userId))
  const nameOf = ({ fromMe, userId, author }: MessageRecord['reactions'][number]): string => {
    if (!fromMe) return author === null ? contact : senderName(t, { author, contact: null })
    return userId === null ? t('inbox:message.byPhone') : userName(userId)
  }
  return byEmoji(reactions).map(({ emoji, of }) => ({
    emoji,
    count: of.length,
    names: of.map(nameOf).join(', '),
  }))
}

/** The reactions to a message; a press or hover names the people. */
export const Reactions = ({ message }: { message: MessageRecord }) =>
  message.reactions.length === 0 ? null : <Emojis reactions={message.reactions} />

const Emojis = ({ reactions }: Pick<MessageRecord, 'reactions'>) => {
  const { t } = useTranslation()
  const named = useNamed(reactions)
  const [open, setOpen] = useState(false)
  useEscape(
    open,
    useCallback(() => setOpen(false), []),
  )
  const told = named.map(({ emoji, count, names }) => `${emoji} ${count}: ${names}`).join('; ')
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={['hover', 'click']}
      destroyOnHidden
      content={
        <ul className={styles.reacted}>
          {named.map(({ emoji, names }) => (
            <li key={emoji}>
              <span aria-hidden>{emoji}</span> {names}
            </li>
          ))}
        </ul>
      }
    >
      <button
        type="button"
        className={styles.reactions}
        aria-label={t('inbox:message.reactions', { reactions: told })}
        aria-expanded={open}
      >
        {named.map(({ emoji, count }) => (
          <span key={emoji}>
            {emoji}
            {count > 1 && ` ${count}`}
          </span>
        ))}
      </button>
    </Popover>
  )
}
