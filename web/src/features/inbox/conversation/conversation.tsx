import type { MessageRecord, NoteRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Spin from 'antd/es/spin/index.js'
import {
  type DragEvent,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react'
import { type ApiError, errorText } from '../../../api/errors.js'
import { useHasSeat, useUser } from '../../../base/access.js'
import { useAppDispatch, useAppSelector } from '../../../base/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { ErrorState } from '../../../components/error-state.js'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useJoin } from '../../../realtime/use-join.js'
import type { ConversationHandle } from '../actions/use-action-effects.js'
import {
  useDeleteMessageMutation,
  useReactMutation,
  useRetryMessageMutation,
  useTicketByUuidQuery,
} from '../api.js'
import { Composer } from '../composer/composer.js'
import { NoteComposer } from '../composer/note-composer.js'
import { reachesContact } from '../model/rights.js'
import { forgetShownMessages, stillOutgoing } from '../outgoing.js'
import { Stranded } from '../stranded.js'
import { fromTheEnd } from '../thread-patches.js'
import { useMayAct } from '../use-may-act.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { useSeenTransfers } from '../use-transfers.js'
import { BotLine } from './bot-line.js'
import type { BubbleActions } from './bubble-actions.js'
import { ConnectionAway } from './connection-away.js'
import styles from './conversation.module.css'
import { LoadingMessages } from './loading.js'
import { MessageList } from './message-list.js'
import { ContactName } from './reactions.js'
import { SelectionBar, SelectionContext, useSelection } from './selection.js'
import { UnsentAttachments } from './unsent-attachments.js'
import { useInteraction } from './use-interaction.js'
import { useOnScreen, useReading, useViewing } from './use-presence.js'
import { useSeeking } from './use-seeking.js'
import { useSent } from './use-sent.js'
import { useThread } from './use-thread.js'
import { Locked } from './write-lock.js'

const EditMessage = lazyDialog(() => import('../dialogs/edit-message.js').then((m) => m.EditMessage))
const PickReaction = lazyDialog(() => import('../dialogs/pick-reaction.js').then((m) => m.PickReaction))

interface Props {
  /** of the page's conversation, not of a conversation shown beside it */
  readonly handle?: Ref<ConversationHandle>
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  /** only reading: nothing is marked as read */
  readonly peek: boolean
  /** a message to scroll to, or null; a new object scrolls there again */
  readonly target: { readonly id: string } | null
  /**
   * key of the visit that opened the conversation to answer: focuses the composer, again for another key; or
   * null
   */
  readonly answering: string | null
  /** opened automatically: not marked as read until the user does something in it */
  readonly byItself: boolean
}

const NO_NOTES: readonly NoteRecord[] = []

/** The messages of a ticket and its composer. */
export const Conversation = memo(({ handle, ticket, actions, peek, target, answering, byItself }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const user = useUser()
  const sending = useAppSelector((state) => state.sending)
  // null: from the end of the conversation; else around this message
  const [past, setPast] = useState<string | null>(target?.id ?? null)
  const [unreadCount] = useState(peek ? 0 : ticket.unreadMessages)
  const thread = useThread({ ticketId: ticket.id, around: past }, unreadCount)
  const { messages, atEnd } = thread
  // an answer means that the user has read: the line above the unread messages disappears
  const [hasAnswered, setHasAnswered] = useState(false)
  // a person who jumped to the end is not led to the first unread message
  const [fromEnd, setFromEnd] = useState(false)
  const [quoted, setQuoted] = useState<MessageRecord | null>(null)
  const [editing, setEditing] = useState<MessageRecord | null>(null)
  const [reacting, setReacting] = useState<MessageRecord | null>(null)
  const [shown, setShown] = useState<string | null>(target?.id ?? null)
  const [dropped, setDropped] = useState<readonly File[]>([])
  const [dragging, setDragging] = useState(false)
  const [remove] = useDeleteMessageMutation()
  const [react] = useReactMutation()
  const [retry] = useRetryMessageMutation()

  const selection = useSelection()
  const { begin: choose } = selection

  // the note field replaces the composer
  const [noting, setNoting] = useState(false)
  const writes = useHasSeat() && !peek
  const [noted, setNoted] = useState(false)
  useEffect(() => {
    if (!noted) return
    document.getElementById('composer')?.focus()
    setNoted(false)
  }, [noted])
  const notes = useTicketByUuidQuery(ticket.uuid).currentData?.notes ?? NO_NOTES
  useImperativeHandle(handle, () => ({ note: () => setNoting(writes) }), [writes])

  useJoin('joinChatBox', { ticketId: ticket.id })
  const line = ticket.whatsapp
  const away = line === null || line.status === 'CONNECTED' ? null : line.name
  const isHeard = !peek && reachesContact(user, ticket)
  const { hasDone, noticed } = useInteraction()
  const reads = thread.opened && !peek && (!byItself || hasDone)
  useReading(ticket, reads && ticket.status === 'open' && ticket.userId === user.id)
  useSeenTransfers(ticket, reads)
  useViewing(ticket.id, !peek)
  useOnScreen(ticket.uuid, !peek)

  const outgoing = useMemo(() => stillOutgoing(sending, ticket.id, messages), [sending, ticket.id, messages])
  useEffect(() => dispatch(forgetShownMessages(sending, messages)), [dispatch, sending, messages])
  useEffect(() => setShown(target?.id ?? null), [target])

  const answersBy = isHeard ? ticket.whatsappId : null
  const mayAct = useMayAct(ticket) && !peek
  const isOpen = mayAct && ticket.status === 'open'
  const bubbleActions = useMemo<BubbleActions>(
    () => ({
      rights: { ticketId: ticket.id, answersBy, isOpen, mayAct, isPeek: peek },
      reply: (message) => {
        setNoting(false)
        setQuoted(message)
      },
      edit: setEditing,
      forward: choose,
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
    }),
    [ticket.id, answersBy, isOpen, mayAct, peek, choose, confirm, t, remove, react, retry],
  )
  const { seek, isSeeking } = useSeeking(
    ticket.id,
    useCallback((id) => {
      setPast(id)
      setShown(id)
    }, []),
  )
  const toNewest = useCallback(() => {
    seek(null)
    setFromEnd(true)
    setShown(null)
    setPast(null)
    dispatch(fromTheEnd(ticket.id))
  }, [dispatch, seek, ticket.id])
  // scrolls to own new messages; if the end is loaded, the list does so itself
  useSent(outgoing, () => {
    setHasAnswered(true)
    if (!atEnd) toNewest()
  })
  const targetDone = useCallback(
    (id: string, found: boolean) => {
      setShown(null)
      seek(found ? null : id)
    },
    [seek],
  )
  // the message in the address does not exist: show the end instead
  const missing = past !== null && thread.failed ? (thread.error as ApiError) : null
  useEffect(() => {
    if (missing === null) return
    dispatch(toastShown({ tone: 'failed', text: errorText(missing) }))
    toNewest()
  }, [missing, dispatch, toNewest])

  /** The focus moves from the note to the composer. */
  const closeNote = (): void => {
    setNoting(false)
    setNoted(true)
  }
  const strandedTo = { contactId: ticket.contactId, ticketId: ticket.id }
  const answers = isHeard && !noting && selection.chosen === null
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    // prevented in any case: otherwise the browser would open the file instead of the app
    event.preventDefault()
    if (answers) setDragging(true)
    else event.dataTransfer.dropEffect = 'none'
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setDragging(false)
    if (answers) setDropped([...event.dataTransfer.files])
  }
  if (thread.failed && missing === null && !thread.isFetching) {
    return (
      <div className={styles.state}>
        <ErrorState text={t('inbox:conversation.failed')} onRetry={() => void thread.refetch()} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its keyboard way in the attach button
    <div
      className={`${styles.conversation} ${dragging ? styles.dropping : ''}`}
      data-drop={t('inbox:composer.drop')}
      {...noticed}
      onDragOver={onDragOver}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false)
      }}
      onDrop={onDrop}
    >
      {thread.opened ? (
        <ConnectionAway.Provider value={away}>
          <ContactName.Provider value={ticket.contact.name}>
            <SelectionContext.Provider value={selection.context}>
              <MessageList
                key={`${ticket.id} ${past}`}
                messages={messages}
                outgoing={outgoing}
                notes={notes}
                unread={past === null && !hasAnswered ? thread.unread : null}
                tickets={thread.tickets}
                older={thread.older}
                newer={thread.newer}
                beyond={thread.beyond}
                fromEnd={fromEnd}
                onNewest={toNewest}
                actions={bubbleActions}
                target={shown}
                onTargetDone={targetDone}
              />
            </SelectionContext.Provider>
          </ContactName.Provider>
        </ConnectionAway.Provider>
      ) : (
        <LoadingMessages />
      )}
      {isSeeking && <Spin className={styles.seeking ?? ''} />}
      {selection.chosen !== null && <SelectionBar chosen={selection.chosen} onEnd={selection.end} />}
      {noting && selection.chosen === null && (
        <NoteComposer key={`note-${ticket.id}`} ticket={ticket} onClose={closeNote} />
      )}
      {answers && <Stranded to={strandedTo} />}
      {answers && (
        <Composer
          key={`composer-${ticket.id}`}
          ticket={ticket}
          quoted={quoted?.whatsappId === answersBy ? quoted : null}
          onQuoteDropped={() => setQuoted(null)}
          focused={answering}
          onNote={() => setNoting(true)}
          dropped={dropped}
          onDroppedTaken={() => setDropped([])}
        />
      )}
      {!peek && !noting && selection.chosen === null && !isHeard && (
        <>
          {(ticket.status === 'pending' || ticket.bot.late) && <BotLine ticket={ticket} />}
          <UnsentAttachments ticketId={ticket.id} />
          <Locked ticket={ticket} actions={actions} />
        </>
      )}
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
})
