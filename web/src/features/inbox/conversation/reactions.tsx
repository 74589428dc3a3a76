import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Popover from 'antd/es/popover/index.js'
import { createContext, useCallback, useContext, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useUserNames } from '../message/use-user-names.js'
import { useEscape } from '../use-escape.js'
import styles from './bubble.module.css'

/** The name of the contact whose conversation this is. */
export const ContactName = createContext('')

/** Who has put what on a message. */
const Who = ({ reactions }: Pick<MessageRecord, 'reactions'>) => {
  const { t } = useTranslation()
  const contact = useContext(ContactName)
  const userName = useUserNames(reactions.map(({ userId }) => userId))
  const nameOf = ({ fromMe, userId }: MessageRecord['reactions'][number]): string => {
    if (!fromMe) return contact
    return userId === null ? t('inbox:message.byPhone') : userName(userId)
  }
  return (
    <ul className={styles.reacted}>
      {reactions.map((reaction) => (
        <li key={String(reaction.fromMe)}>
          <span aria-hidden>{reaction.type}</span> {nameOf(reaction)}
        </li>
      ))}
    </ul>
  )
}

/** What people have put on a message, if anything; pressed or approached it says who. */
export const Reactions = ({ message }: { message: MessageRecord }) =>
  message.reactions.length === 0 ? null : <Emojis reactions={message.reactions} />

const Emojis = ({ reactions }: Pick<MessageRecord, 'reactions'>) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useEscape(
    open,
    useCallback(() => setOpen(false), []),
  )
  const emojis = [...new Set(reactions.map(({ type }) => type))]
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={['hover', 'click']}
      destroyOnHidden
      content={<Who reactions={reactions} />}
    >
      <button
        type="button"
        className={styles.reactions}
        aria-label={t('inbox:message.reactions', { emojis: emojis.join(' ') })}
        aria-expanded={open}
      >
        <span>{emojis.join('')}</span>
        {reactions.length > 1 && <span>{reactions.length}</span>}
      </button>
    </Popover>
  )
}
