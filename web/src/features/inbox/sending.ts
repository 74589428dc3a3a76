import type { MessageRecord, QuotedRecord } from '@guiche/contracts/views/records.js'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ApiError } from '../../api/errors.js'
import { newId } from '../../api/ids.js'
import { signedIn } from '../../api/session.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { inboxApi } from './api.js'
import { hasAttached } from './attached.js'
import { type Unreadable, unreadableOf } from './readable.js'
import { forgetUnsent, keepUnsent, keptUnsent, unsentKey } from './unsent.js'

/**
 * What was sent from this screen and the server does not show yet. An entry goes away when its message stands in the
 * conversation; one that the server refused stays, with its text and files, until it is sent again or thrown away.
 */
export interface Outgoing {
  /** Idempotency-Key of all its attempts, so that a repetition never sends twice */
  readonly key: string
  /** who wrote it: nobody else sees or sends it */
  readonly userId: number | undefined
  readonly ticketId: number
  readonly body: string
  readonly fileNames: readonly string[]
  /** of its files, in their order; the first one has the body */
  readonly captions: readonly string[]
  readonly voice: boolean
  readonly quoted: QuotedRecord | null
  readonly createdAt: string
  /** `waiting`: the server was away, and it goes out by itself as soon as that is back */
  readonly state: 'sending' | 'waiting' | 'accepted' | 'failed'
  /** 0 to 1 of the upload */
  readonly progress: number
  /** ids of the messages that the server made of it, once it has accepted them */
  readonly messageIds: readonly string[]
  readonly error: ApiError | Unreadable | null
}

/** So long an accepted one waits for a conversation to show it. */
const ACCEPTED_MS = 60 * 60_000

/** Files cannot live in the store; they wait here for a retry. */
const files = new Map<string, readonly File[]>()

const slice = createSlice({
  name: 'sending',
  initialState: [] as readonly Outgoing[],
  reducers: {
    begun: (state, { payload }: PayloadAction<Outgoing>) => {
      const now = Date.parse(payload.createdAt)
      // the server has it, and its conversation is not open any more
      const isOver = (entry: Outgoing) =>
        entry.state === 'accepted' && now - Date.parse(entry.createdAt) > ACCEPTED_MS
      return [...state.filter((entry) => entry.key !== payload.key && !isOver(entry)), payload]
    },
    moved: (state, { payload }: PayloadAction<{ key: string } & Partial<Outgoing>>) =>
      state.map((entry) => (entry.key === payload.key ? { ...entry, ...payload } : entry)),
    dropped: (state, { payload }: PayloadAction<string>) => state.filter(({ key }) => key !== payload),
    /** what of a ticket is not sent waits for the server */
    delayed: (state, { payload }: PayloadAction<number>) =>
      state.map((entry) =>
        entry.ticketId === payload && entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry,
      ),
    takenUp: (state, { payload }: PayloadAction<readonly Outgoing[]>) => {
      const known = new Set(state.map(({ key }) => key))
      return [...payload.filter(({ key }) => !known.has(key)), ...state]
    },
  },
  extraReducers: (build) =>
    build.addCase(signedIn, (state, { payload }) => state.filter(({ userId }) => userId === payload.user.id)),
})
const { begun, moved, dropped, delayed, takenUp } = slice.actions
export const sendingReducer = slice.reducer

/** Statuses of an answer while the server is away (0: no answer); the message itself is not refused. */
const AWAY: readonly number[] = [0, 502, 503, 504]

/** So long a message is sent by itself; an older one may be wanted no more, so a person has to say that it is sent. */
const WANTED_MS = 24 * 60 * 60_000
const isTooOld = ({ createdAt }: Outgoing): boolean => Date.now() - Date.parse(createdAt) > WANTED_MS

/** After so long what met nobody is sent again by itself. */
const AGAIN_MS = 5000
let again: ReturnType<typeof setTimeout> | undefined

/** Calls under way, by the key of their message. */
const calls = new Map<string, { abort(): void }>()

/** Sends one; gives whether the next one of its ticket may follow. */
const attempt =
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
          idempotencyKey: key,
          // one that has waited is shown as being sent once something of it has gone out
          onProgress: (progress) => dispatch(moved({ key, state: 'sending', progress })),
        },
        { track: false },
      ),
    )
    calls.set(key, call)
    const sent = await call.finally(() => calls.delete(key))
    if (sent.error === undefined) {
      files.delete(key)
      forgetUnsent(entry)
      const messageIds = sent.data.messageId?.split(',') ?? []
      dispatch(
        messageIds.length === 0 ? dropped(key) : moved({ key, state: 'accepted', messageIds, error: null }),
      )
      return true
    }
    const error = 'status' in sent.error ? sent.error : null
    // the browser says the same of a server that it does not reach and of a file that it cannot read
    const unreadable = error?.status === 0 ? await unreadableOf(itsFiles) : []
    // it was stopped, because it was thrown away
    if (!getState().sending.some((one) => one.key === key)) return true
    if (unreadable.length > 0) {
      dispatch(failed(entry, { unreadable: unreadable.map(({ name }) => name) }))
      return true
    }
    if (error !== null && AWAY.includes(error.status)) {
      dispatch(moved({ key, progress: 0, error }))
      dispatch(delayed(ticketId))
      clearTimeout(again)
      again = setTimeout(() => dispatch(sendWaiting()), AGAIN_MS)
      return false
    }
    dispatch(failed(entry, error))
    return true
  }

const failed =
  (entry: Outgoing, error: Outgoing['error']) =>
  (dispatch: AppDispatch): void => {
    keepUnsent({ ...entry, state: 'failed' })
    dispatch(moved({ key: entry.key, state: 'failed', error }))
  }

/** Whether it is gone once the page is closed: of what is refused, only texts are kept. */
const isLostWithPage = (entry: Outgoing): boolean =>
  isUnsent(entry) || (entry.state === 'failed' && entry.fileNames.length > 0)
const isUnsent = ({ state }: Outgoing): boolean => state === 'sending' || state === 'waiting'

/** Tickets whose messages are being sent: one after another, in their order. */
const busy = new Set<number>()

/** Sends what is not sent of a ticket, until the server is away. */
const sendAllOf =
  (ticketId: number) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    if (busy.has(ticketId)) return
    busy.add(ticketId)
    try {
      while (getState().session.token !== null) {
        const next = getState().sending.find((entry) => entry.ticketId === ticketId && isUnsent(entry))
        if (next === undefined) return
        if (isTooOld(next)) dispatch(failed(next, null))
        else if (!(await dispatch(attempt(next)))) return
      }
    } finally {
      busy.delete(ticketId)
    }
  }

/** What a person sends: a text, files, or both. */
export interface Message {
  readonly ticketId: number
  readonly body: string
  readonly files: readonly File[]
  readonly voice: boolean
  readonly quoted: QuotedRecord | null
  readonly captions?: readonly string[]
}

/** Shows a message at once and sends it, after those of its ticket that are not sent yet. */
export const sendNow =
  (message: Message) =>
  (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const key = newId()
    files.set(key, message.files)
    const entry: Outgoing = {
      key,
      userId: getState().session.user?.id,
      ticketId: message.ticketId,
      body: message.body,
      fileNames: message.files.map(({ name }) => name),
      captions: message.captions ?? [],
      voice: message.voice,
      quoted: message.quoted,
      createdAt: new Date().toISOString(),
      state: getState().sending.some(({ state }) => state === 'waiting') ? 'waiting' : 'sending',
      progress: 0,
      messageIds: [],
      error: null,
    }
    dispatch(begun(entry))
    keepUnsent(entry)
    return dispatch(sendAllOf(message.ticketId))
  }

/** Sends a failed one again under the same key: what the server already has is not made twice. */
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
    keepUnsent(asked)
    dispatch(moved(asked))
    return dispatch(sendAllOf(entry.ticketId))
  }

/** Sends what waits for the server, the messages of each ticket in their order. */
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
 * Takes up the texts that an earlier visit of this user left unsent. From then on it asks before the page is closed
 * while something is unsent, recorded or attached, and follows what other windows throw away. Gives a function that ends
 * this.
 */
export const tendUnsent =
  () =>
  (dispatch: AppDispatch, getState: () => RootState): (() => void) => {
    const userId = getState().session.user?.id
    dispatch(takenUp(userId === undefined ? [] : keptUnsent(userId)))
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

/** Gives up one that was refused, or that waits; one that is under way is stopped. */
export const throwAway =
  (entry: Pick<Outgoing, 'key' | 'userId'>) =>
  (dispatch: AppDispatch): void => {
    files.delete(entry.key)
    forgetUnsent(entry)
    dispatch(dropped(entry.key))
    calls.get(entry.key)?.abort()
  }

/** Those of a ticket that its messages do not show yet. */
export const stillOutgoing = (
  entries: readonly Outgoing[],
  ticketId: number,
  messages: readonly Pick<MessageRecord, 'id'>[],
): readonly Outgoing[] => {
  const shown = new Set(messages.map(({ id }) => id))
  return entries.filter(
    (entry) =>
      entry.ticketId === ticketId &&
      (entry.messageIds.length === 0 || entry.messageIds.some((id) => !shown.has(id))),
  )
}

/** Forgets what the conversation shows by now. */
export const forgetShown =
  (entries: readonly Outgoing[], messages: readonly Pick<MessageRecord, 'id'>[]) =>
  (dispatch: AppDispatch): void => {
    const shown = new Set(messages.map(({ id }) => id))
    for (const { key, state, messageIds } of entries) {
      if (state === 'accepted' && messageIds.every((id) => shown.has(id))) dispatch(dropped(key))
    }
  }
