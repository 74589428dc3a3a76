import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit'
import { signedIn, signedOut } from '../../api/session.js'
import type { Outgoing } from './outgoing-message.js'
import { forgetUnsent } from './unsent.js'

export type { Outgoing } from './outgoing-message.js'

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
      // the server accepted the message long ago, so no open conversation shows the entry
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
/** The part of the store that has these messages. */
interface SendingStore {
  readonly sending: ReturnType<typeof sendingReducer>
}

/** Running calls, by the key of their message. */
export const calls = new Map<string, { abort(): void }>()

/**
 * Ids of messages from frames during running calls: such a frame may arrive before the answer with the
 * message's id.
 */
export const overtakenIds = new Set<string>()

/**
 * A frame brought a message: its outgoing entry is removed once all its messages have arrived, even if no
 * conversation shows them.
 */
export const messageCame =
  (id: string) =>
  (dispatch: Dispatch, getState: () => SendingStore): void => {
    if (calls.size > 0) overtakenIds.add(id)
    if (getState().sending.some(({ messageIds }) => messageIds.includes(id))) dispatch(came(id))
  }

/** Whether the message is sent automatically. */
export const isUnsent = ({ state }: Pick<Outgoing, 'state'>): boolean =>
  state === 'sending' || state === 'waiting'

/** Milliseconds within which a text is nearly always answered, and the interval of the check. */
const MOMENT = 1500
const LOOK_MS = 30
const isUnderWay = ({ state, fileNames }: Outgoing): boolean => state === 'sending' && fileNames.length === 0

/** The tickets among these with unsent messages. Waits a moment if only texts are being sent. */
export const stillSending =
  (ticketIds: readonly number[]) =>
  async (_dispatch: Dispatch, getState: () => SendingStore): Promise<readonly number[]> => {
    const unsent = () =>
      getState().sending.filter((entry) => ticketIds.includes(entry.ticketId) && isUnsent(entry))
    const end = Date.now() + MOMENT
    while (unsent().length > 0 && unsent().every(isUnderWay) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    const left = new Set(unsent().map(({ ticketId }) => ticketId))
    return ticketIds.filter((id) => left.has(id))
  }

/** Discards a refused or waiting message, and cancels a running one. */
export const throwAway =
  (entry: Pick<Outgoing, 'key' | 'userId'>) =>
  (dispatch: Dispatch): void => {
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
export const forgetShownMessages =
  (entries: readonly Outgoing[], messages: readonly Pick<MessageRecord, 'id'>[]) =>
  (dispatch: Dispatch): void => {
    const shown = new Set(messages.map(({ id }) => id))
    for (const { key, state, messageIds } of entries) {
      if (state === 'accepted' && messageIds.every((id) => shown.has(id))) dispatch(dropped(key))
    }
  }
