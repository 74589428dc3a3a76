import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** Milliseconds after which a sign of life is over if nothing follows. */
const LASTS = 12_000
const VIEWING_LASTS = 90_000

interface ContactSign {
  readonly ticketId: number
  readonly presence: 'composing' | 'recording' | 'available' | 'paused'
  readonly at: number
}
interface ColleagueSign {
  readonly ticketId: number
  readonly userId: number
  readonly name: string
  readonly state: 'viewing' | 'typing' | 'left'
  readonly at: number
}
interface PresenceState {
  readonly contacts: Readonly<Record<number, ContactSign>>
  readonly colleagues: readonly ColleagueSign[]
}

const slice = createSlice({
  name: 'presence',
  initialState: { contacts: {}, colleagues: [] } as PresenceState,
  reducers: {
    contactPresence: (state, { payload }: PayloadAction<ContactSign>) => ({
      ...state,
      contacts: { ...state.contacts, [payload.ticketId]: payload },
    }),
    colleagueSeen: (state, { payload }: PayloadAction<ColleagueSign>) => {
      const others = state.colleagues.filter(
        (sign) =>
          (sign.userId !== payload.userId || sign.ticketId !== payload.ticketId) &&
          payload.at - sign.at < VIEWING_LASTS,
      )
      return { ...state, colleagues: payload.state === 'left' ? others : [...others, payload] }
    },
  },
})
export const { contactPresence, colleagueSeen } = slice.actions
export const presenceReducer = slice.reducer

/** What the contact of a ticket does right now: composing or recording, else null. */
export const contactActivity = (
  state: PresenceState,
  ticketId: number,
  now: number,
): 'composing' | 'recording' | null => {
  const sign = state.contacts[ticketId]
  if (sign === undefined || now - sign.at > LASTS) return null
  return sign.presence === 'composing' || sign.presence === 'recording' ? sign.presence : null
}

/** Colleagues who look at a ticket or type on it. */
export const colleaguesOn = (
  state: PresenceState,
  ticketId: number,
  now: number,
  ownId: number,
): readonly ColleagueSign[] =>
  state.colleagues.filter(
    (sign) => sign.ticketId === ticketId && sign.userId !== ownId && now - sign.at < VIEWING_LASTS,
  )
