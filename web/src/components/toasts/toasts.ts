import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

export interface Toast {
  readonly id: string
  readonly tone: 'failed' | 'good' | 'info' | 'waiting'
  readonly text: string
  /** an action offered with it, e.g. undo; the component that shows it keeps the function */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** milliseconds it stays */
  readonly stays: number
}
type NewToast = Omit<Toast, 'id' | 'stays'> & { readonly stays?: number }

/** Errors close after 2 s, notices after 3 s; one with something to press stays longer. */
const STAYS = { failed: 2000, good: 3000, info: 3000, waiting: 3000 } as const
const WITH_ACTION = 6000

const slice = createSlice({
  name: 'toasts',
  initialState: [] as readonly Toast[],
  reducers: {
    toastShown: {
      prepare: (toast: NewToast) => ({
        payload: {
          ...toast,
          id: nanoid(),
          stays: toast.stays ?? (toast.action === undefined ? STAYS[toast.tone] : WITH_ACTION),
        },
      }),
      reducer: (state, { payload }: PayloadAction<Toast>) => [
        // the same sentence twice at once is one
        ...state.filter((shown) => shown.text !== payload.text).slice(-3),
        payload,
      ],
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
})

/** Shows a short message that goes by itself. `text` is already translated. */
export const { toastShown, toastClosed } = slice.actions
export const toastsReducer = slice.reducer
