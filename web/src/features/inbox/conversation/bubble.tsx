import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { memo } from 'react'
import { reasonText } from '../../../api/errors.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { MissingQuote, Quote } from '../message/quote.js'
import { senderName } from '../message/sender.js'
import { canRetry } from '../model/message-actions.js'
import styles from './bubble.module.css'
import type { BubbleActions } from './bubble-actions.js'
import { ConnectionAwayNotice } from './connection-away.js'
import { Content } from './content.js'
import { MessageMenu } from './message-menu.js'
import { Meta } from './meta.js'
import { Reactions } from './reactions.js'
import { SelectBox } from './selection.js'

interface Props {
  readonly message: MessageRecord
  readonly first: boolean
  readonly last: boolean
  /** the agent's name to show above it, or null */
  readonly name: string | null
  readonly highlighted: boolean
  readonly actions: BubbleActions
}

const MessageFailure = ({ message, actions }: Pick<Props, 'message' | 'actions'>) => {
  const { t } = useTranslation()
  const code = message.error ?? message.actionError
  if (code === null) return null
  return (
    <div className={styles.failure} role="alert">
      <span>{reasonText(code)}</span>
      {canRetry(message, actions.rights) && (
        <Button size="small" type="link" danger onClick={() => actions.retry(message)}>
          {t('inbox:retry')}
        </Button>
      )}
    </div>
  )
}

/** The writer of a message in a group; nothing in other chats. */
export const GroupAuthor = ({ message }: Pick<Props, 'message'>) => {
  const { t } = useTranslation()
  const { author } = message
  if (author === null) return null
  return (
    <span className={styles.author}>
      <strong>{senderName(t, message)}</strong>
      {author.name !== '' && author.number !== '' && <small>+{author.number}</small>}
    </span>
  )
}

/** The row of a bubble: our messages on the right, with space below the last one of a group. */
export const lineClass = (ours: boolean, last: boolean): string =>
  [styles.line, ours ? styles.lineOurs : '', last ? styles.lineLast : ''].join(' ')

/** `pictured`: a small border around a picture; `bare`: no bubble at all. */
export type BubbleForm = 'plain' | 'pictured' | 'bare'

const formOf = ({ mediaType, mediaState, isDeleted }: MessageRecord): BubbleForm => {
  if (isDeleted || mediaState === 'failed') return 'plain'
  if (mediaType === 'sticker') return 'bare'
  return mediaType === 'image' || mediaType === 'video' ? 'pictured' : 'plain'
}

interface BubbleLooks {
  readonly fromMe: boolean
  readonly last: boolean
  readonly highlighted: boolean
  readonly form: BubbleForm
}
/** Our messages are on the right and tinted, the contact's on the left. */
export const bubbleClass = ({ fromMe, last, highlighted, form }: BubbleLooks): string =>
  [
    styles.bubble,
    fromMe ? styles.ours : styles.theirs,
    last ? styles.last : '',
    highlighted ? styles.highlighted : '',
    styles[form],
  ].join(' ')

/** One message. */
export const Bubble = memo(({ message, first, last, name, highlighted, actions }: Props) => {
  const { t } = useTranslation()
  const { fromMe } = message
  return (
    <div className={lineClass(message.fromMe, last)}>
      <SelectBox messages={[message]} />
      <article
        className={bubbleClass({ fromMe, last, highlighted, form: formOf(message) })}
        aria-label={message.fromMe ? t('inbox:message.ours') : senderName(t, message)}
        data-message-id={message.id}
      >
        {first && <GroupAuthor message={message} />}
        {name !== null && <strong className={styles.name}>{name}</strong>}
        {message.isForwarded && <span className={styles.label}>{t('inbox:message.forwarded')}</span>}
        {message.quotedMsg !== null && <Quote quoted={message.quotedMsg} onShow={actions.showQuoted} />}
        {message.quotedMsg === null && message.quotedMsgId !== null && !message.isDeleted && <MissingQuote />}
        <Content message={message} onRetry={actions.retry} meta={<Meta message={message} />} />
        <MessageFailure message={message} actions={actions} />
        <ConnectionAwayNotice message={message} />
        <Reactions message={message} />
        <MessageMenu message={message} actions={actions} />
      </article>
    </div>
  )
})
