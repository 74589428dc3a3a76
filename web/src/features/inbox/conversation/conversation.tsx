import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { type DragEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch, useAppSelector } from '../../../app/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { ErrorState } from '../../../components/error-state.js'
import { LazyDialog } from '../../../components/lazy-dialog.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useJoin } from '../../../realtime/use-join.js'
import {
  useDeleteMessageMutation,
  useMessagesInfiniteQuery,
  useReactMutation,
  useRetryMessageMutation,
} from '../api.js'
import { Composer } from '../composer/composer.js'
import { EditMessage, PickReaction } from '../dialogs/lazy.js'
import { mergeMessages, unreadStart } from '../model/timeline.js'
import { forgetShown, stillOutgoing } from '../sending.js'
import type { TicketActions } from '../use-ticket-actions.js'
import type { BubbleActions } from './bubble.js'
import styles from './conversation.module.css'
import { LoadingMessages } from './loading.js'
import { Locked } from './locked.js'
import { MessageList } from './message-list.js'
import { useReading, useViewing } from './use-presence.js'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  /** reading only, and nothing is marked as read */
  readonly peek: boolean
  /** id of a message to go to, or null */
  readonly target: string | null
  /** accepted just now: the composer has the focus */
  readonly answering: boolean
}

/** The messages of a ticket and where they are answered. */
export const Conversation = ({ ticket, actions, peek, target, answering }: Props) => {
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
  const mayAnswer = !peek && ticket.status === 'open' && (ticket.userId === userId || ticket.userId === null)
  useReading(ticket, data !== undefined && !peek && ticket.status === 'open' && ticket.userId === userId)
  useViewing(ticket.id, !peek)

  const messages = useMemo(
    () => mergeMessages([], data?.pages.flatMap((page) => page.messages) ?? []),
    [data],
  )
  const outgoing = useMemo(() => stillOutgoing(sending, ticket.id, messages), [sending, ticket.id, messages])
  useEffect(() => dispatch(forgetShown(sending, messages)), [dispatch, sending, messages])
  useEffect(() => setShown(target), [target])

  // How it was when it was opened; the line stays there while one reads.
  const [unreadCount] = useState(peek ? 0 : ticket.unreadMessages)
  const [newest, setNewest] = useState<string | null>(null)
  const last = messages.at(-1)?.order ?? null
  if (newest === null && last !== null) setNewest(last)
  const unread = useMemo(
    () => unreadStart(messages, { ticketId: ticket.id, count: unreadCount, newest, hasOlder: hasNextPage }),
    [messages, ticket.id, unreadCount, newest, hasNextPage],
  )

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
  const targetDone = useCallback(
    (found: boolean) => {
      setShown(null)
      if (!found) dispatch(toastShown({ tone: 'info', text: t('inbox:conversation.notFound') }))
    },
    [dispatch, t],
  )

  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setDragging(false)
    if (mayAnswer) setDropped([...event.dataTransfer.files])
  }
  if (isLoading) return <LoadingMessages />
  if (isError && data === undefined) {
    return (
      <div className={styles.state}>
        <ErrorState text={t('inbox:conversation.failed')} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its keyboard way in the attach button
    <div
      className={`${styles.conversation} ${dragging ? styles.dropping : ''}`}
      data-drop={t('inbox:composer.drop')}
      onDragOver={(event) => {
        if (!mayAnswer || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false)
      }}
      onDrop={onDrop}
    >
      <MessageList
        key={ticket.id}
        messages={messages}
        outgoing={outgoing}
        unread={unread}
        hasOlder={hasNextPage}
        loadingOlder={isFetchingNextPage}
        onOlder={older}
        actions={bubbleActions}
        target={shown}
        onTargetDone={targetDone}
      />
      {mayAnswer && ticket.contact.active && (
        <Composer
          key={`composer-${ticket.id}`}
          ticket={ticket}
          quoted={quoted}
          onQuoteDropped={() => setQuoted(null)}
          focused={answering}
          dropped={dropped}
          onDroppedTaken={() => setDropped([])}
        />
      )}
      {!peek && (!mayAnswer || !ticket.contact.active) && <Locked ticket={ticket} actions={actions} />}
      <LazyDialog>
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
      </LazyDialog>
    </div>
  )
}
