import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/**
 * `offline`: the browser has no network; `reconnecting`: the browser has a network, but the server does not
 * answer.
 */
export type SocketStatus = 'idle' | 'connecting' | 'online' | 'reconnecting' | 'offline'

const slice = createSlice({
  name: 'realtime',
  initialState: { status: 'idle' as SocketStatus, ending: false, stale: false },
  reducers: {
    statusChanged: (state, { payload }: PayloadAction<SocketStatus>) => {
      state.status = payload
    },
    /** degraded mode of the server: an engine is away, so shown data may be old */
    staleChanged: (state, { payload }: PayloadAction<boolean>) => {
      state.stale = payload
    },
    /** the server has ended this session; its reason is on the screen */
    sessionEnding: (state, { payload }: PayloadAction<boolean>) => {
      state.ending = payload
    },
  },
})

export const { statusChanged, staleChanged, sessionEnding } = slice.actions
export const realtimeReducer = slice.reducer
