import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { signerOf } from '@guiche/contracts/message/signature.js'
import type { MessageRecord, NoteRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { UnloadedMessage } from '../api.js'
import { useAuthors } from '../message/use-user-names.js'
import { notesSeen } from '../model/mentions.js'
import { withNotes } from '../model/notes-in-thread.js'
import {
  createTimeline,
  messagesOf,
  newerThan,
  type Spans,
  sameGroup,
  type UnreadPart,
} from '../model/timeline.js'
import type { Outgoing } from '../outgoing.js'
import { useSeenMentions } from '../use-mentions.js'
import { Album } from './album.js'
import { Bubble } from './bubble.js'
import type { BubbleActions } from './bubble-actions.js'
import { LateNotice } from './late-notice.js'
import styles from './message-list.module.css'
import { NoteRow } from './note-row.js'
import { OutgoingBubble } from './outgoing-bubble.js'
import { Separator } from './separator.js'
import { Thread } from './thread.js'
import { useLate } from './use-late.js'
import { useSent } from './use-sent.js'
import { type Edge, END_OF_LIST, type Item, type SeenPart, useView, type View } from './use-view.js'
import { WithViewer } from './viewer.js'

/** Rows of messages being sent, with the keys of the messages that they become. */
const outgoingItems = (messages: readonly MessageRecord[], entries: readonly Outgoing[]): Item[] => {
  let before: Parameters<typeof sameGroup>[0] = messages.at(-1)
  let signer = signerOf(messages.at(-1)?.body ?? '')
  return entries.map((entry) => {
    const { ticketId, createdAt, userId = null } = entry
    const one = { fromMe: true, ticketId, createdAt, userId, author: null }
    const found = signerOf(entry.body)
    const name = sameGroup(before, one) && found === signer ? null : found
    before = one
    signer = found
    return { kind: 'outgoing' as const, key: entry.key, entry, name }
  })
}

/** Milliseconds that a found message stays marked. */
const MARK_MS = 2500

interface Props {
  /** all that is loaded, oldest first */
  readonly messages: readonly MessageRecord[]
  /** messages being sent, shown at the end of the conversation if the end is loaded */
  readonly outgoing: readonly Outgoing[]
  /** notes about the contact; notes of its tickets are shown by time */
  readonly notes: readonly NoteRecord[]
  readonly unread: UnreadPart | null
  /** the tickets of the messages */
  readonly tickets: Spans
  readonly older: Edge
  readonly newer: Edge
  /** live messages of the contact outside the loaded part; an incomplete list */
  readonly beyond: readonly UnloadedMessage[]
  /** opens at the end, not at the first unread message */
  readonly fromEnd: boolean
  /** shows the conversation's end, which is not loaded */
  readonly onNewest: () => void
  readonly actions: BubbleActions
  /** id of a message to scroll to, or null */
  readonly target: string | null
  readonly onTargetDone: (id: string, found: boolean) => void
}

/** The part of the messages to show for a message, and the row to scroll to. */
const wayTo = (messages: readonly MessageRecord[], id: string | undefined) => {
  const order = messages.find((message) => message.id === id)?.order
  return order === undefined ? null : { first: order, last: order }
}
/** Key of the row with a message. */
const rowOf = (items: readonly Item[], id: string | null): string | null =>
  items.find((item) => messagesOf(item).some((message) => message.id === id))?.key ?? null
const toEnd = () => ({ sight: END_OF_LIST, place: { key: null, align: 'start' } }) as const

/** Messages of the contact that arrived since the end was last visible, loaded or not. */
const useNews = ({ messages, newer, beyond }: Props, atEnd: boolean): number => {
  const newest = messages.at(-1)?.order ?? null
  const [seen, setSeen] = useState<string | null>(null)
  if (!newer.more && seen !== newest && (atEnd || seen === null)) setSeen(newest)
  const [came, setCame] = useState<ReadonlySet<string>>(new Set())
  if (beyond.some(({ order }) => !came.has(order)))
    setCame(new Set([...came, ...beyond.map(({ order }) => order)]))
  return newerThan(messages, seen) + [...came].filter((order) => newest !== null && order > newest).length
}

/**
 * The marked message: a loaded target, for a while. Scrolls to the target, or reports that it is not loaded.
 */
const useTarget = ({ target, messages, onTargetDone }: Props, go: (id: string) => void): string | null => {
  // a new object each time, because the same message may be requested while it is still marked
  const [marked, setMarked] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (target === null) return
    const found = messages.some(({ id }) => id === target)
    if (found) {
      setMarked({ id: target })
      go(target)
    }
    onTargetDone(target, found)
  }, [target, messages, go, onTargetDone])
  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), MARK_MS)
    return () => clearTimeout(timer)
  }, [marked])
  return marked?.id ?? null
}

/**
 * The messages of a conversation: the loaded part, with more loaded by scrolling up or down. Announces new
 * messages.
 */
export const MessageList = (props: Props) => {
  const { messages, outgoing, notes, unread, tickets, older, newer, target, actions } = props
  const { t } = useTranslation()
  const authorOf = useAuthors(messages)
  const items = useMemo<Item[]>(() => {
    const sent = newer.more ? [] : outgoingItems(messages, outgoing)
    const items = [...createTimeline(messages, unread, tickets, authorOf), ...sent]
    return [...withNotes(items, notes, messagesOf, { older: older.more, newer: newer.more })]
  }, [messages, outgoing, notes, unread, tickets, authorOf, older.more, newer.more])
  const {
    view,
    atEnd,
    go,
    onSeen: onSeenPart,
  } = useView({ messages, items, older, newer }, () => {
    const wanted = wayTo(messages, target ?? undefined)
    if (wanted !== null) return { sight: wanted, place: { key: rowOf(items, target), align: 'center' } }
    const first = props.fromEnd ? null : wayTo(messages, unread?.from)
    return first === null ? toEnd() : { sight: first, place: { key: 'unread', align: 'start' } }
  })
  const goToMessage = useCallback(
    (id: string) => {
      const sight = wayTo(messages, id)
      if (sight !== null) go({ sight, place: { key: rowOf(items, id), align: 'center' } })
    },
    [messages, items, go],
  )
  const marked = useTarget(props, goToMessage)
  const news = useNews(props, atEnd)
  const { late, onSeen: onSeenLate } = useLate(props)
  const onSeen = useCallback(
    (of: View, seen: SeenPart): void => {
      onSeenPart(of, seen)
      onSeenLate(of, seen)
    },
    [onSeenPart, onSeenLate],
  )
  // scrolls to own new messages; at the end they become visible anyway
  useSent(outgoing, () => {
    if (!atEnd && !newer.more) go(toEnd())
  })

  // rows render with low priority, so that a new page does not delay a frame
  const deferred = useDeferredValue(view)
  // own messages appear without the delay
  const last = view.rows.at(-1)
  const isSending = last?.kind === 'outgoing' && last.key !== deferred.rows.at(-1)?.key
  const shown = isSending ? view : deferred
  const { isPeek } = actions.rights
  useSeenMentions(useMemo(() => notesSeen(shown.rows, isPeek), [shown, isPeek]))
  const rows = useMemo(
    () =>
      shown.rows.map((item) => {
        if (item.kind === 'outgoing') {
          return <OutgoingBubble key={item.key} entry={item.entry} name={item.name} />
        }
        if (item.kind === 'note') return <NoteRow key={item.key} note={item.note} />
        if (item.kind === 'album') {
          const { key, messages, first, last, name } = item
          const highlighted = messages.some(({ id }) => id === marked)
          return <Album key={key} {...{ messages, first, last, name, highlighted, actions }} />
        }
        if (item.kind !== 'message') return <Separator key={item.key} item={item} />
        const { key, message, first, last, name } = item
        const marks = { first, last, name, highlighted: key === marked }
        return <Bubble key={key} message={message} {...marks} actions={actions} />
      }),
    [shown, marked, actions],
  )
  return (
    <WithViewer messages={messages}>
      <div className={styles.frame}>
        {/* older messages that scroll into view are not announced */}
        <Thread view={shown} label={t('inbox:conversation.log')} live={atEnd} onSeen={onSeen}>
          {rows}
        </Thread>
        {late[0] !== undefined && (
          <LateNotice count={late.length} onShow={actions.showQuoted} first={late[0]} />
        )}
        {!atEnd && (
          <Button
            className={styles.jump ?? ''}
            shape="round"
            icon={<DownOutlined />}
            data-new={news > 0}
            onClick={newer.more ? props.onNewest : () => go(toEnd())}
          >
            {news > 0 ? t('inbox:conversation.jumpNew', { count: news }) : t('inbox:conversation.jump')}
          </Button>
        )}
      </div>
    </WithViewer>
  )
}
