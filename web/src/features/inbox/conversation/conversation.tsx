import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch, useAppSelector } from '../../../app/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { ErrorState } from '../../../components/error-state.js'
import { tellPresence } from '../../../realtime/realtime.js'
import { useJoin } from '../../../realtime/use-join.js'
import {
  useDeleteMessageMutation,
  useMessagesInfiniteQuery,
  useReactMutation,
  useReadTicketMutation,
  useRetryMessageMutation,
} from '../api.js'
import { Composer } from '../composer/composer.js'
import { EditMessage } from '../dialogs/edit-message.js'
import { PickReaction } from '../dialogs/pick-reaction.js'
import { mergeMessages } from '../model/timeline.js'
import { forgetShown, stillOutgoing } from '../sending.js'
import type { TicketActions } from '../use-ticket-actions.js'
import type { BubbleActions } from './bubble.js'
import styles from './conversation.module.css'
import { Locked } from './locked.js'
import { MessageList } from './message-list.js'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  /** reading only, and nothing is marked as read */
  readonly peek: boolean
  /** id of a message to go to, or null */
  readonly target: string | null
}

/** Marks as read what is on the screen, when the page is looked at and the ticket is ours to answer. */
const useReading = (ticket: TicketRecord, enabled: boolean): void => {
  const [read] = useReadTicketMutation()
  const unread = ticket.unreadMessages
  useEffect(() => {
    if (!enabled || unread === 0) return
    const mark = () => document.visibilityState === 'visible' && void read(ticket.id)
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [enabled, unread, ticket.id, read])
}

/** Tells colleagues that this ticket is looked at. */
const useViewing = (ticketId: number, enabled: boolean): void => {
  useEffect(() => {
    if (!enabled) return
    tellPresence(ticketId, 'viewing')
    const again = setInterval(
      () => document.visibilityState === 'visible' && tellPresence(ticketId, 'viewing'),
      60_000,
    )
    return () => {
      clearInterval(again)
      tellPresence(ticketId, 'left')
    }
  }, [ticketId, enabled])
}

/** The messages of a ticket and where they are answered. */
export const Conversation = ({ ticket, actions, peek, target }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const userId = useAppSelector(({ session }) => session.user?.id)
  const sending = useAppSelector((state) => state.sending)
  const { data, isLoading, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useMessagesInfiniteQuery(ticket.id)
  const [quoted, setQuoted] = useState<MessageRecord | null>(null)
  const [editing, setEditing] = useState<MessageRecord | null>(null)
  const [reacting, setReacting] = useState<MessageRecord | null>(null)
  const [shown, setShown] = useState<string | null>(target)
  const [dropped, setDropped] = useState<readonly File[]>([])
  const [dragging, setDragging] = useState(false)
  const [remove] = useDeleteMessageMutation()
  const [react] = useReactMutation()
  const [retry] = useRetryMessageMutation()

  useJoin('joinChatBox', { ticketId: ticket.id })
  const answering = !peek && ticket.status === 'open' && (ticket.userId === userId || ticket.userId === null)
  useReading(ticket, !peek && ticket.status === 'open' && ticket.userId === userId)
  useViewing(ticket.id, !peek)

  const messages = useMemo(
    () => mergeMessages([], data?.pages.flatMap((page) => page.messages) ?? []),
    [data],
  )
  const outgoing = stillOutgoing(sending, ticket.id, messages)
  useEffect(() => dispatch(forgetShown(sending, messages)), [dispatch, sending, messages])
  useEffect(() => setShown(target), [target])

  // Where the unread part began when the ticket was opened; it stays there while one reads.
  const unreadFrom = useRef<string | null | undefined>(undefined)
  if (unreadFrom.current === undefined && data !== undefined) {
    unreadFrom.current =
      messages.find(({ fromMe, read, ticketId }) => !fromMe && !read && ticketId === ticket.id)?.id ?? null
  }

  const bubbleActions = useMemo<BubbleActions | null>(
    () =>
      peek || ticket.status !== 'open'
        ? null
        : {
            reply: setQuoted,
            edit: setEditing,
            remove: (message) =>
              void confirm({
                title: t('common:delete.title'),
                text: t('inbox:message.deleteText'),
                confirm: t('common:delete.confirm'),
                danger: true,
              }).then((sure) => {
                if (sure) void remove(message.id)
              }),
            react: (message, emoji) => void react({ id: message.id, emoji }),
            moreReactions: setReacting,
            retry: (message) => void retry(message.id),
            showQuoted: setShown,
          },
    [peek, ticket.status, confirm, t, remove, react, retry],
  )
  const older = useCallback(() => void fetchNextPage(), [fetchNextPage])

  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setDragging(false)
    if (answering) setDropped([...event.dataTransfer.files])
  }
  if (isLoading) return <Skeleton active avatar paragraph={{ rows: 8 }} style={{ padding: 24, flex: 1 }} />
  if (isError && data === undefined) {
    return <ErrorState text={t('inbox:conversation.failed')} onRetry={() => void refetch()} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its keyboard way in the attach button
    <div
      className={`${styles.conversation} ${dragging ? styles.dropping : ''}`}
      data-drop={t('inbox:composer.drop')}
      onDragOver={(event) => {
        if (!answering || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setDragging(false)}
      onDrop={onDrop}
    >
      <MessageList
        key={ticket.id}
        messages={messages}
        outgoing={outgoing}
        unreadFrom={unreadFrom.current ?? null}
        hasOlder={hasNextPage}
        loadingOlder={isFetchingNextPage}
        onOlder={older}
        actions={bubbleActions}
        target={shown}
      />
      {answering && ticket.contact.active && (
        <Composer
          key={`composer-${ticket.id}`}
          ticket={ticket}
          quoted={quoted}
          onQuoteDropped={() => setQuoted(null)}
          dropped={dropped}
          onDroppedTaken={() => setDropped([])}
        />
      )}
      {!peek && (!answering || !ticket.contact.active) && <Locked ticket={ticket} actions={actions} />}
      {editing !== null && <EditMessage message={editing} onClose={() => setEditing(null)} />}
      {reacting !== null && (
        <PickReaction
          onPick={(emoji) => {
            void react({ id: reacting.id, emoji })
            setReacting(null)
          }}
          onClose={() => setReacting(null)}
        />
      )}
    </div>
  )
}
