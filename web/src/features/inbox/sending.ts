import type { MessageRecord, QuotedRecord } from '@guiche/contracts/views/records.js'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ApiError } from '../../api/errors.js'
import { newId } from '../../api/ids.js'
import { signedIn } from '../../api/session.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { inboxApi } from './api.js'

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
  readonly error: ApiError | null
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
  },
  extraReducers: (build) =>
    build.addCase(signedIn, (state, { payload }) => state.filter(({ userId }) => userId === payload.user.id)),
})
const { begun, moved, dropped } = slice.actions
export const sendingReducer = slice.reducer

/** Statuses of an answer while the server is away (0: no answer); the message itself is not refused. */
const AWAY: readonly number[] = [0, 502, 503, 504]

/** After so long what met nobody is sent again by itself. */
const AGAIN_MS = 5000
let again: ReturnType<typeof setTimeout> | undefined

/** Keys of what is being sent: however many ask for it, it is one call at a time. */
const underWay = new Set<string>()

/** Gives whether the server answered. */
const attempt =
  (entry: Outgoing) =>
  async (dispatch: AppDispatch): Promise<boolean> => {
    if (underWay.has(entry.key)) return false
    underWay.add(entry.key)
    const sent = await dispatch(
      inboxApi.endpoints.sendMessage.initiate(
        {
          ticketId: entry.ticketId,
          body: entry.body,
          files: files.get(entry.key) ?? [],
          captions: entry.captions,
          voice: entry.voice,
          quotedId: entry.quoted?.id ?? null,
          idempotencyKey: entry.key,
          onProgress: (progress) => dispatch(moved({ key: entry.key, progress })),
        },
        { track: false },
      ),
    ).finally(() => underWay.delete(entry.key))
    if (sent.error !== undefined) {
      const error = sent.error as ApiError
      const isAway = AWAY.includes(error.status)
      dispatch(moved({ key: entry.key, state: isAway ? 'waiting' : 'failed', error }))
      if (isAway) {
        clearTimeout(again)
        again = setTimeout(() => dispatch(sendWaiting()), AGAIN_MS)
      }
      return !isAway
    }
    files.delete(entry.key)
    const messageIds = sent.data.messageId?.split(',') ?? []
    dispatch(
      messageIds.length === 0
        ? dropped(entry.key)
        : moved({ key: entry.key, state: 'accepted', messageIds, error: null }),
    )
    return true
  }

/** Shows a message at once and sends it, after those that wait already. */
export const sendNow =
  (message: {
    ticketId: number
    body: string
    files: readonly File[]
    voice: boolean
    quoted: QuotedRecord | null
    captions?: readonly string[]
  }) =>
  (dispatch: AppDispatch, getState: () => RootState): Promise<unknown> => {
    const key = newId()
    const isBehind = getState().sending.some(({ state }) => state === 'waiting')
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
      state: isBehind ? 'waiting' : 'sending',
      progress: 0,
      messageIds: [],
      error: null,
    }
    dispatch(begun(entry))
    return isBehind ? dispatch(sendWaiting()) : dispatch(attempt(entry))
  }

/** Sends a failed one again under the same key: what the server already has is not made twice. */
export const sendAgain =
  (entry: Outgoing) =>
  (dispatch: AppDispatch): Promise<unknown> => {
    dispatch(moved({ key: entry.key, state: 'sending', error: null, progress: 0 }))
    return dispatch(attempt(entry))
  }

let passing: Promise<void> | null = null
const pass = async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
  while (getState().session.token !== null) {
    const next = getState().sending.find(({ state }) => state === 'waiting')
    if (next === undefined || !(await dispatch(attempt(next)))) return
  }
}

/** Sends what waits for the server, one after another in its order, until it is away again. */
export const sendWaiting =
  () =>
  (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    passing ??= pass(dispatch, getState).finally(() => {
      passing = null
    })
    return passing
  }

/** Asks before the page is closed while messages are unsent, because they would be lost. Gives a function that ends this. */
export const guardUnsent =
  () =>
  (_dispatch: AppDispatch, getState: () => RootState): (() => void) => {
    const ask = (event: BeforeUnloadEvent) => {
      if (getState().sending.some(({ state }) => ['sending', 'waiting'].includes(state)))
        event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }

/** Gives up one that was refused, or that waits. */
export const throwAway =
  (key: string) =>
  (dispatch: AppDispatch): void => {
    files.delete(key)
    dispatch(dropped(key))
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
