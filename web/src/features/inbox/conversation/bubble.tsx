import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '../../../api/errors.js'
import { formatTime } from '../model/dates.js'
import { WaitsForConnection } from './away.js'
import styles from './bubble.module.css'
import { Content } from './content.js'
import { MessageMenu } from './message-menu.js'
import { Quote } from './quote.js'
import { deliveryOf, Ticks } from './ticks.js'

export interface BubbleActions {
  reply(message: MessageRecord): void
  edit(message: MessageRecord): void
  remove(message: MessageRecord): void
  react(message: MessageRecord, emoji: string): void
  moreReactions(message: MessageRecord): void
  retry(message: MessageRecord): void
  showQuoted(id: string): void
}

interface Props {
  readonly message: MessageRecord
  readonly last: boolean
  readonly highlighted: boolean
  /** null where nothing may be done (a closed ticket, a peek) */
  readonly actions: BubbleActions | null
}

const Reactions = ({ message }: { message: MessageRecord }) => {
  const { t } = useTranslation()
  if (message.reactions.length === 0) return null
  const emojis = [...new Set(message.reactions.map(({ type }) => type))]
  return (
    <span
      className={styles.reactions}
      role="img"
      aria-label={t('inbox:message.reactions', { emojis: emojis.join(' ') })}
    >
      <span>{emojis.join('')}</span>
      {message.reactions.length > 1 && <span>{message.reactions.length}</span>}
    </span>
  )
}

const Failure = ({ message, actions }: Pick<Props, 'message' | 'actions'>) => {
  const { t } = useTranslation()
  const code = message.error ?? message.actionError
  if (code === null) return null
  return (
    <div className={styles.failure} role="alert">
      <span>{codeText(code) ?? code}</span>
      {message.error !== null && actions !== null && (
        <Button size="small" type="link" danger onClick={() => actions.retry(message)}>
          {t('inbox:retry')}
        </Button>
      )}
    </div>
  )
}

/** The row that a bubble stands in: ours at the right, with some air below the last of a group. */
export const lineClass = (ours: boolean, last: boolean): string =>
  [styles.line, ours ? styles.lineOurs : '', last ? styles.lineLast : ''].join(' ')

/** One message. Ours stand right and tinted, the contact's left. */
export const Bubble = memo(({ message, last, highlighted, actions }: Props) => {
  const { t } = useTranslation()
  const classes = [
    styles.bubble,
    message.fromMe ? styles.ours : styles.theirs,
    last ? styles.last : '',
    highlighted ? styles.highlighted : '',
  ].join(' ')
  return (
    <div className={lineClass(message.fromMe, last)}>
      <article
        className={classes}
        aria-label={
          message.fromMe ? t('inbox:message.ours') : (message.contact?.name ?? t('inbox:message.theirs'))
        }
        data-message-id={message.id}
      >
        {message.isForwarded && <span className={styles.label}>{t('inbox:message.forwarded')}</span>}
        {message.quotedMsg !== null && <Quote quoted={message.quotedMsg} onShow={actions?.showQuoted} />}
        {message.isDeleted ? (
          <span className={styles.deleted}>
            <StopOutlined aria-hidden /> {t('inbox:message.deleted')}
          </span>
        ) : (
          <Content message={message} onRetry={actions?.retry} />
        )}
        <span className={styles.meta}>
          {message.pending !== null && <span>{t('inbox:message.changing')}</span>}
          {message.isEdited && !message.isDeleted && <span>{t('inbox:message.edited')}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {message.fromMe && !message.isDeleted && <Ticks delivery={deliveryOf(message)} />}
        </span>
        <Failure message={message} actions={actions} />
        <WaitsForConnection message={message} />
        <Reactions message={message} />
        {actions !== null && !message.isDeleted && <MessageMenu message={message} actions={actions} />}
      </article>
    </div>
  )
})
