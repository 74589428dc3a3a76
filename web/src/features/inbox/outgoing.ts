import type { MessageRecord, QuotedRecord } from '@guiche/contracts/views/records.js'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ApiError } from '../../api/errors.js'
import { signedIn, signedOut } from '../../api/session.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import type { AttachedList } from './kept-attachments.js'
import type { Unreadable } from './unreadable-files.js'
import { forgetUnsent } from './unsent.js'

/**
 * An own message that the server does not show yet. The entry is removed when the message appears in the
 * conversation. A refused message stays, with its text and files, until it is sent again or discarded.
 */
export interface Outgoing {
  /** Idempotency-Key of all its attempts, so that a repetition never sends twice */
  readonly key: string
  /** the author: nobody else sees or sends the message */
  readonly userId: number | undefined
  readonly ticketId: number
  /** null if unknown: a message of an earlier release */
  readonly contactId: number | null
  readonly body: string
  readonly fileNames: readonly string[]
  /** captions of its files, in order; the first file's caption is the body */
  readonly captions: readonly string[]
  readonly voice: boolean
  readonly quoted: QuotedRecord | null
  /** the quick reply that it was made with; a retry sends the same */
  readonly quickmessageId?: number | undefined
  /** the file list that is sent after it; a retry sends the same */
  readonly fileList?: AttachedList | undefined
  readonly createdAt: string
  /**
   * `waiting`: the server is away, and the message is sent when it returns; `stranded`: its ticket is no longer
   * accessible, and the author decides
   */
  readonly state: 'sending' | 'waiting' | 'accepted' | 'failed' | 'stranded'
  /** progress of the upload, 0 to 1 */
  readonly progress: number
  /** ids of the server's messages, once the server has accepted it */
  readonly messageIds: readonly string[]
  readonly error: ApiError | Unreadable | null
}

/** Milliseconds that an accepted message waits to appear. */
const ACCEPTED_MS = 60 * 60_000

/** The Redux store cannot hold files, so they are kept here for a retry. */
export const files = new Map<string, readonly File[]>()

const slice = createSlice({
  name: 'sending',
  initialState: [] as readonly Outgoing[],
  reducers: {
    begun: (state, { payload }: PayloadAction<Outgoing>) => {
      const now = Date.parse(payload.createdAt)
      // the server has it, and its conversation is closed
      const isOver = (entry: Outgoing) =>
        entry.state === 'accepted' && now - Date.parse(entry.createdAt) > ACCEPTED_MS
      return [...state.filter((entry) => entry.key !== payload.key && !isOver(entry)), payload]
    },
    moved: (state, { payload }: PayloadAction<{ key: string } & Partial<Outgoing>>) =>
      state.map((entry) => (entry.key === payload.key ? { ...entry, ...payload } : entry)),
    dropped: (state, { payload }: PayloadAction<string>) => state.filter(({ key }) => key !== payload),
    /** unsent messages of a ticket wait for the server */
    delayed: (state, { payload }: PayloadAction<number>) =>
      state.map((entry) =>
        entry.ticketId === payload && entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry,
      ),
    came: (state, { payload }: PayloadAction<string>) =>
      state.flatMap((entry) => {
        if (!entry.messageIds.includes(payload)) return [entry]
        const messageIds = entry.messageIds.filter((id) => id !== payload)
        return messageIds.length === 0 ? [] : [{ ...entry, messageIds }]
      }),
    takenUp: (state, { payload }: PayloadAction<readonly Outgoing[]>) => {
      const known = new Set(state.map(({ key }) => key))
      return [...payload.filter(({ key }) => !known.has(key)), ...state]
    },
  },
  extraReducers: (build) =>
    build
      .addCase(signedIn, (state, { payload }) => state.filter(({ userId }) => userId === payload.user.id))
      .addCase(signedOut, (state, { payload }) => state.filter(({ userId }) => userId !== payload)),
})
export const { begun, moved, dropped, delayed, takenUp } = slice.actions
const { came } = slice.actions
export const sendingReducer = slice.reducer

/** Running calls, by the key of their message. */
export const calls = new Map<string, { abort(): void }>()

/**
 * Ids of messages from frames during running calls: such a frame may arrive before the answer with the
 * message's id.
 */
export const overtook = new Set<string>()

/**
 * A frame brought a message: its outgoing entry is removed once all its messages have arrived, even if no
 * conversation shows them.
 */
export const messageCame =
  (id: string) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    if (calls.size > 0) overtook.add(id)
    if (getState().sending.some(({ messageIds }) => messageIds.includes(id))) dispatch(came(id))
  }

/** Whether the message is sent automatically. */
export const isUnsent = ({ state }: Pick<Outgoing, 'state'>): boolean =>
  state === 'sending' || state === 'waiting'

/** Milliseconds within which a text is nearly always answered, and the interval of the check. */
const MOMENT = 1500
const LOOK = 30
const isUnderWay = ({ state, fileNames }: Outgoing): boolean => state === 'sending' && fileNames.length === 0

/** The tickets among these with unsent messages. Waits a moment if only texts are being sent. */
export const stillSending =
  (ticketIds: readonly number[]) =>
  async (_dispatch: AppDispatch, getState: () => RootState): Promise<readonly number[]> => {
    const unsent = () =>
      getState().sending.filter((entry) => ticketIds.includes(entry.ticketId) && isUnsent(entry))
    const end = Date.now() + MOMENT
    while (unsent().length > 0 && unsent().every(isUnderWay) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    }
    const left = new Set(unsent().map(({ ticketId }) => ticketId))
    return ticketIds.filter((id) => left.has(id))
  }

/** Discards a refused or waiting message, and cancels a running one. */
export const throwAway =
  (entry: Pick<Outgoing, 'key' | 'userId'>) =>
  (dispatch: AppDispatch): void => {
    files.delete(entry.key)
    forgetUnsent(entry)
    dispatch(dropped(entry.key))
    calls.get(entry.key)?.abort()
  }

/** Outgoing messages of a ticket that its conversation does not show yet. */
export const stillOutgoing = (
  entries: readonly Outgoing[],
  ticketId: number,
  messages: readonly Pick<MessageRecord, 'id'>[],
): readonly Outgoing[] => {
  const shown = new Set(messages.map(({ id }) => id))
  return entries.filter(
    (entry) =>
      entry.ticketId === ticketId &&
      entry.state !== 'stranded' &&
      (entry.messageIds.length === 0 || entry.messageIds.some((id) => !shown.has(id))),
  )
}

/** Removes messages that the conversation shows by now. */
export const forgetShown =
  (entries: readonly Outgoing[], messages: readonly Pick<MessageRecord, 'id'>[]) =>
  (dispatch: AppDispatch): void => {
    const shown = new Set(messages.map(({ id }) => id))
    for (const { key, state, messageIds } of entries) {
      if (state === 'accepted' && messageIds.every((id) => shown.has(id))) dispatch(dropped(key))
    }
  }
