import type { QuotedRecord } from '@guiche/contracts/views/records.js'
import { newId } from '../../api/ids.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { inboxApi } from './api.js'
import { type AttachedList, hasAttached } from './kept-attachments.js'
import {
  begun,
  calls,
  delayed,
  dropped,
  files,
  isUnsent,
  moved,
  type Outgoing,
  overtakenIds,
  takenUp,
  throwAway,
} from './outgoing.js'
import { showRefused } from './refused-message.js'
import { unreadableOf } from './unreadable-files.js'
import { forgetUnsent, keepUnsent, keptUnsent, unsentKey } from './unsent.js'

/** Statuses of answers while the server is unreachable (0: no answer): the message itself is not refused. */
const UNREACHABLE_STATUSES: readonly number[] = [0, 502, 503, 504]

/**
 * Milliseconds in which a message is sent automatically; the user must confirm an older one, which may be
 * unwanted.
 */
const WANTED_MS = 24 * 60 * 60_000
const isTooOld = ({ createdAt }: Outgoing): boolean => Date.now() - Date.parse(createdAt) > WANTED_MS

/** Milliseconds after which a message that did not reach the server is sent again. */
const AGAIN_MS = 5000
let again: ReturnType<typeof setTimeout> | undefined

/** Sends one message; gives whether the next message of its ticket may follow. */
const attemptSend =
  (entry: Outgoing) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<boolean> => {
    const { key, ticketId } = entry
    const itsFiles = files.get(key) ?? []
    const call = dispatch(
      inboxApi.endpoints.sendMessage.initiate(
        {
          ticketId,
          body: entry.body,
          files: itsFiles,
          captions: entry.captions,
          voice: entry.voice,
          quotedId: entry.quoted?.id ?? null,
          quickmessageId: entry.quickmessageId,
          fileListId: entry.fileList?.id,
          idempotencyKey: key,
          // a waiting message is shown as being sent once a part of it was sent
          onProgress: (progress) => dispatch(moved({ key, state: 'sending', progress })),
        },
        { track: false },
      ),
    )
    if (calls.size === 0) overtakenIds.clear()
    calls.set(key, call)
    const sent = await call.finally(() => calls.delete(key))
    if (sent.error === undefined) {
      files.delete(key)
      forgetUnsent(entry)
      const messageIds = sent.data.messageId?.split(',').filter((id) => !overtakenIds.has(id)) ?? []
      dispatch(
        messageIds.length === 0 ? dropped(key) : moved({ key, state: 'accepted', messageIds, error: null }),
      )
      return true
    }
    const error = 'status' in sent.error ? sent.error : null
    // the browser reports an unreachable server and an unreadable file in the same way
    const unreadable = error?.status === 0 ? await unreadableOf(itsFiles) : []
    // the user has discarded the message, which cancelled the request
    if (!getState().sending.some((one) => one.key === key)) return true
    if (unreadable.length > 0) {
      dispatch(failedSend(entry, { unreadable: unreadable.map(({ name }) => name) }))
      return true
    }
    if (error !== null && UNREACHABLE_STATUSES.includes(error.status)) {
      dispatch(moved({ key, progress: 0, error }))
      dispatch(delayed(ticketId))
      clearTimeout(again)
      again = setTimeout(() => dispatch(sendWaiting()), AGAIN_MS)
      return false
    }
    dispatch(failedSend(entry, error))
    return true
  }

/** Navigates to another page; set by the shell. */
let goTo: (address: string) => void = () => undefined

const failedSend =
  (entry: Outgoing, error: Outgoing['error']) =>
  (dispatch: AppDispatch): void => {
    keepUnsent({ ...entry, state: 'failed' })
    dispatch(moved({ key: entry.key, state: 'failed', error }))
    void dispatch(showRefused(entry.ticketId, goTo))
  }

/** Whether closing the page loses it: of refused messages only texts are kept. */
const isLostWithPage = (entry: Outgoing): boolean =>
  isUnsent(entry) || (entry.state !== 'accepted' && entry.fileNames.length > 0)

/**
 * Keeps the texts of a ticket that another window may send: those before the first message with files, which
 * only this window has.
 */
const keepTexts =
  (ticketId: number) =>
  (_dispatch: AppDispatch, getState: () => RootState): void => {
    const unsent = getState().sending.filter((entry) => entry.ticketId === ticketId && isUnsent(entry))
    const first = unsent.findIndex(({ fileNames }) => fileNames.length > 0)
    for (const entry of first === -1 ? unsent : unsent.slice(0, first)) keepUnsent(entry)
  }

/** Tickets with a running send: messages are sent one after another, in order. */
const busy = new Set<number>()

/** Sends a ticket's unsent messages, until the server is unreachable. */
const sendAllOf =
  (ticketId: number) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    if (busy.has(ticketId)) return
    busy.add(ticketId)
    try {
      while (getState().session.token !== null) {
        dispatch(keepTexts(ticketId))
        const next = getState().sending.find((entry) => entry.ticketId === ticketId && isUnsent(entry))
        if (next === undefined) return
        if (isTooOld(next)) dispatch(failedSend(next, null))
        else if (!(await dispatch(attemptSend(next)))) return
      }
    } finally {
      busy.delete(ticketId)
    }
  }

/** A message by the user: a text, files, or both. */
export interface Message {
  readonly ticketId: number
  readonly contactId?: number
  readonly body: string
  readonly files: readonly File[]
  readonly voice: boolean
  readonly quoted: QuotedRecord | null
  readonly captions?: readonly string[]
  /** the quick reply that it was made with */
  readonly quickmessageId?: number | undefined
  /** a file list that is sent after it */
  readonly fileList?: AttachedList | undefined
}

/** Shows a message at once and sends it, after the ticket's unsent messages. */
export const sendNow =
  (message: Message) =>
  (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const key = newId()
    files.set(key, message.files)
    const entry: Outgoing = {
      key,
      userId: getState().session.user?.id,
      ticketId: message.ticketId,
      contactId: message.contactId ?? null,
      body: message.body,
      fileNames: message.files.map(({ name }) => name),
      captions: message.captions ?? [],
      voice: message.voice,
      quoted: message.quoted,
      quickmessageId: message.quickmessageId,
      fileList: message.fileList,
      createdAt: new Date().toISOString(),
      state: getState().sending.some(({ state }) => state === 'waiting') ? 'waiting' : 'sending',
      progress: 0,
      messageIds: [],
      error: null,
    }
    dispatch(begun(entry))
    dispatch(keepTexts(message.ticketId))
    return dispatch(sendAllOf(message.ticketId))
  }

/** Sends a failed message again under the same key, so that the server never stores the message twice. */
export const sendAgain =
  (entry: Outgoing) =>
  (dispatch: AppDispatch): Promise<void> => {
    const asked: Outgoing = {
      ...entry,
      state: 'sending',
      error: null,
      progress: 0,
      createdAt: isTooOld(entry) ? new Date().toISOString() : entry.createdAt,
    }
    dispatch(moved(asked))
    dispatch(keepTexts(entry.ticketId))
    return dispatch(sendAllOf(entry.ticketId))
  }

/** Sends all waiting messages, in order for each ticket. */
export const sendWaiting =
  () =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const tickets = new Set(
      getState()
        .sending.filter(isUnsent)
        .map(({ ticketId }) => ticketId),
    )
    await Promise.all([...tickets].map((ticketId) => dispatch(sendAllOf(ticketId))))
  }

/**
 * Restores the texts that this user left unsent on an earlier visit, and shows a toast for refused ones. Then
 * asks before the page closes while something is unsent, recorded or attached, and follows other windows that
 * discard messages. `opens` leads to a page. Gives a function that ends this.
 */
export const restoreUnsent =
  (opens: (address: string) => void) =>
  (dispatch: AppDispatch, getState: () => RootState): (() => void) => {
    const userId = getState().session.user?.id
    goTo = opens
    const kept = userId === undefined ? [] : keptUnsent(userId)
    dispatch(takenUp(kept))
    for (const { state, ticketId } of kept) {
      if (state === 'failed') void dispatch(showRefused(ticketId, goTo))
    }
    void dispatch(sendWaiting())
    const ask = (event: BeforeUnloadEvent) => {
      const isAttached = userId !== undefined && hasAttached(userId)
      if (isAttached || getState().sending.some(isLostWithPage)) event.preventDefault()
    }
    const follow = ({ key, newValue }: StorageEvent) => {
      const gone = newValue === null && getState().sending.find((entry) => unsentKey(entry) === key)
      if (gone && gone.state !== 'accepted') dispatch(throwAway(gone))
    }
    addEventListener('beforeunload', ask)
    addEventListener('storage', follow)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('storage', follow)
    }
  }
