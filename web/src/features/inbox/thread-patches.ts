import { pick, sameIn } from '@guiche/contracts/pick.js'
import type { JoinedChange } from '@guiche/contracts/realtime/joined-frames.js'
import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { spanOf } from '@guiche/contracts/views/ticket-span.js'
import type { ApiError } from '../../api/errors.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { hasJoined, patchJoined } from '../../realtime/joined-records.js'
import type { PatchContext } from '../../realtime/patches.js'
import { replaceIn, upsertIn } from '../../realtime/record-age.js'
import { inboxApi, type MessagePage, type Thread } from './api.js'
import { isOutside, mergeMessages } from './model/timeline.js'

/** The cached views of conversations. */
const cachedThreads = (state: RootState): Thread[] =>
  inboxApi.util.selectCachedArgsForQuery(state, 'messages') as Thread[]
const pagesOf = (thread: Thread, state: RootState): readonly MessagePage[] =>
  inboxApi.endpoints.messages.select(thread)(state).data?.pages ?? []

/** Whether the conversation of a ticket is being read. */
export const isThreadLoading = (ticketId: number, state: RootState): boolean =>
  cachedThreads(state).some(
    (thread) =>
      thread.ticketId === ticketId && inboxApi.endpoints.messages.select(thread)(state).status === 'pending',
  )

/**
 * Adds a message to the conversations that show it. A conversation shows all tickets of its contact, so
 * several caches may contain the message.
 */
export const showMessage = (
  { action, message, ticket }: Exclude<ServerFrames['appMessage'], { action: 'delete' }>,
  context: PatchContext,
): void => {
  for (const thread of cachedThreads(context.getState())) {
    const pages = pagesOf(thread, context.getState())
    const shown = pages[0]?.ticket
    if (thread.ticketId !== ticket.id && shown?.contactId !== ticket.contactId) continue
    context.dispatch(
      inboxApi.util.updateQueryData('messages', thread, (draft) => {
        const holder = pages.findIndex((page) => page.messages.some(({ id }) => id === message.id))
        const place = Math.max(holder, 0)
        const page = draft.pages[place]
        if (page === undefined) return
        if (holder !== -1 || !isOutside(pages, message)) {
          page.messages = mergeMessages(pages[place]?.messages ?? [], [message])
          upsertIn(page.tickets, spanOf(ticket))
        } else if (action === 'create' && !message.fromMe)
          page.beyond = [...(page.beyond ?? []), pick(message, 'id', 'order')]
      }),
    )
  }
}

/** Removes an erased message from its conversation; `showBesideMessages` clears its quotes. */
export const dropMessage =
  (messageId: string) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    for (const thread of cachedThreads(getState())) {
      const held = pagesOf(thread, getState()).flatMap(({ messages }) => messages)
      if (!held.some(({ id }) => id === messageId)) continue
      dispatch(
        inboxApi.util.updateQueryData('messages', thread, ({ pages }) => {
          for (const page of pages) page.messages = page.messages.filter(({ id }) => id !== messageId)
        }),
      )
    }
  }

/** A message and its quoted message, which is in the same conversation. */
const withQuoted = (message: MessageRecord): readonly object[] =>
  message.quotedMsg === null ? [message] : [message, message.quotedMsg]

/** Updates joined records in all cached messages that show them. */
export const showBesideMessages =
  (told: JoinedChange) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    for (const thread of cachedThreads(getState())) {
      const held = pagesOf(thread, getState()).flatMap(({ messages }) => messages)
      if (!held.some((one) => withQuoted(one).some((shown) => hasJoined('message', shown, told)))) continue
      dispatch(
        inboxApi.util.updateQueryData('messages', thread, ({ pages }) => {
          for (const { messages } of pages)
            for (const message of messages)
              for (const shown of withQuoted(message)) patchJoined('message', shown, told)
        }),
      )
    }
  }

/** Updates a ticket's data in its conversation. */
export const showSpan =
  (ticket: TicketRecord) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const span = spanOf(ticket)
    for (const thread of cachedThreads(getState())) {
      const held = pagesOf(thread, getState()).flatMap(({ tickets }) => tickets)
      if (!held.some((one) => one.id === span.id && !sameIn(one, span, 'closedAt', 'connection'))) continue
      dispatch(
        inboxApi.util.updateQueryData('messages', thread, ({ pages }) => {
          for (const { tickets } of pages) replaceIn(tickets, span)
        }),
      )
    }
  }

/** Drops the loaded part of a view, and reads it from its starting point again. */
const readAnew = (thread: Thread) => (dispatch: AppDispatch) => {
  dispatch(
    inboxApi.util.updateQueryData('messages', thread, (draft) => {
      draft.pages = []
      draft.pageParams = []
    }),
  )
  return dispatch(inboxApi.endpoints.messages.initiate(thread, { forceRefetch: true, subscribe: false }))
}

/** Shows a conversation from its end again, if its newest pages were dropped. */
export const fromTheEnd =
  (ticketId: number) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const thread: Thread = { ticketId, around: null }
    if (typeof pagesOf(thread, getState())[0]?.newer !== 'string') return
    void dispatch(readAnew(thread))
  }

/**
 * Loads the messages around a message; loads its page again if that was dropped. Gives the error, or null.
 */
export const readAround =
  (thread: Thread & { readonly around: string }) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<ApiError | null> => {
    const pages = pagesOf(thread, getState())
    const isHeld = pages.some(({ messages }) => messages.some(({ id }) => id === thread.around))
    const { initiate } = inboxApi.endpoints.messages
    const reading = pages.length === 0 || isHeld ? initiate(thread, { subscribe: false }) : readAnew(thread)
    return ((await dispatch(reading)).error as ApiError | undefined) ?? null
  }
