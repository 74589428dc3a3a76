import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { memo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { senderName } from '../message/sender.js'
import { ratioOf, sizeOf } from '../model/picture-size.js'
import { bubbleClass, GroupAuthor, lineClass } from './bubble.js'
import styles from './bubble.module.css'
import type { BubbleActions } from './bubble-actions.js'
import { ConnectionAwayNotice } from './connection-away.js'
import { MessageMenu } from './message-menu.js'
import { Meta } from './meta.js'
import { Picture } from './picture.js'
import { Reactions } from './reactions.js'
import { SelectBox } from './selection.js'

interface Props {
  readonly messages: readonly MessageRecord[]
  readonly first: boolean
  readonly last: boolean
  /** the agent's name to show above it, or null */
  readonly name: string | null
  readonly highlighted: boolean
  readonly actions: BubbleActions
}

/** Pairs are side by side; an odd picture is first, alone. */
const rowsOf = (messages: readonly MessageRecord[]): readonly MessageRecord[][] => {
  const odd = messages.length % 2
  const rows: MessageRecord[][] = odd === 1 ? [messages.slice(0, 1)] : []
  for (let at = odd; at < messages.length; at += 2) rows.push(messages.slice(at, at + 2))
  return rows
}

/** Pictures sent together: in rows of one height, none of them cropped. Each picture has its own menu. */
export const Album = memo(({ messages, first, last, name, highlighted, actions }: Props) => {
  const { t } = useTranslation()
  const newest = messages.at(-1)
  if (newest === undefined) return null
  const slowest = messages.reduce((slow, one) => (one.ack < slow.ack ? one : slow), newest)
  const { fromMe } = newest
  return (
    <div className={lineClass(fromMe, last)}>
      <SelectBox messages={messages} />
      <article
        className={bubbleClass({ fromMe, last, highlighted, form: 'pictured' })}
        aria-label={`${fromMe ? t('inbox:message.ours') : senderName(t, newest)}, ${t('inbox:message.album', { count: messages.length })}`}
        data-message-id={newest.id}
      >
        {first && <GroupAuthor message={newest} />}
        {name !== null && <strong className={styles.name}>{name}</strong>}
        <div className={styles.album}>
          {rowsOf(messages).map((row) => (
            <div key={row[0]?.id} className={styles.albumRow}>
              {row.map((message) => {
                const ratio = ratioOf(sizeOf(message))
                return (
                  <div
                    key={message.id}
                    className={styles.cell}
                    style={{ flex: `${ratio} 1 0`, aspectRatio: ratio }}
                  >
                    <Picture message={message} fills />
                    <Reactions message={message} />
                    <MessageMenu message={message} actions={actions} />
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <Meta message={slowest} />
        <ConnectionAwayNotice message={slowest} />
      </article>
    </div>
  )
})
