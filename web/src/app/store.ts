import { configureStore, isRejectedWithValue } from '@reduxjs/toolkit'
import i18next from 'i18next'
import { baseApi } from '../api/base-api.js'
import { type ApiError, errorText } from '../api/errors.js'
import type { Meta } from '../api/query.js'
import { sessionReducer } from '../api/session.js'
import { listener } from '../base/listener.js'
import { toastShown } from '../components/toasts/toasts.js'
import { sendingReducer } from '../features/inbox/outgoing.js'
import { presenceReducer } from '../features/inbox/presence.js'
import { realtimeReducer } from '../realtime/status.js'
import { keepPreferences, preferencesReducer } from '../theme/preferences.js'

export const store = configureStore({
  reducer: {
    [baseApi.reducerPath]: baseApi.reducer,
    session: sessionReducer,
    preferences: preferencesReducer,
    realtime: realtimeReducer,
    presence: presenceReducer,
    sending: sendingReducer,
  },
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false })
      .prepend(listener.middleware)
      .concat(baseApi.middleware),
})

export type RootState = ReturnType<typeof store.getState>
export type AppDispatch = typeof store.dispatch

interface FailedMeta {
  readonly baseQueryMeta?: Partial<Meta>
}

/**
 * The shared error handler. A failed command shows a toast, unless its endpoint is `quiet`; a failed query
 * only if it is `told` (extraOptions). For a deletion the toast first says that nothing was deleted.
 */
listener.startListening({
  matcher: isRejectedWithValue,
  effect: (action, { dispatch }) => {
    const meta = action.meta as unknown as FailedMeta
    if (!meta.baseQueryMeta?.told) return
    const reason = errorText(action.payload as ApiError)
    const text = meta.baseQueryMeta.deletes ? `${i18next.t('common:delete.failed')} ${reason}` : reason
    dispatch(toastShown({ tone: 'failed', text }))
  },
})

let kept = store.getState().preferences
store.subscribe(() => {
  const { preferences } = store.getState()
  if (preferences === kept) return
  kept = preferences
  keepPreferences(preferences)
})
