import { VIEWING_MS } from '@guiche/contracts/realtime/ephemeral.js'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** Milliseconds after which a sign expires without another. */
const SIGN_MS = { composing: 12_000, recording: 12_000, typing: 9000, viewing: VIEWING_MS.over } as const

/** An observed activity; `at` in ms. */
export interface Sign {
  readonly at: number
  readonly state: 'composing' | 'recording' | 'available' | 'paused' | 'viewing' | 'typing' | 'left'
}
interface ContactSign extends Sign {
  readonly ticketId: number
  readonly state: 'composing' | 'recording' | 'available' | 'paused'
}
interface ColleagueSign extends Sign {
  readonly ticketId: number
  readonly userId: number
  readonly name: string
  readonly state: 'viewing' | 'typing' | 'left'
}
export interface Colleague {
  readonly userId: number
  readonly name: string
  readonly typing: boolean
}
interface PresenceState {
  readonly contacts: Readonly<Record<number, ContactSign>>
  readonly colleagues: readonly ColleagueSign[]
}

const slice = createSlice({
  name: 'presence',
  initialState: { contacts: {}, colleagues: [] } as PresenceState,
  reducers: {
    contactPresence: (state, { payload }: PayloadAction<ContactSign>) => {
      const signs = [
        ...Object.values(state.contacts).filter(({ ticketId }) => ticketId !== payload.ticketId),
        payload,
      ]
      const lasting = signs.filter((sign) => contactActivity(sign, payload.at) !== null)
      return { ...state, contacts: Object.fromEntries(lasting.map((sign) => [sign.ticketId, sign])) }
    },
    colleagueSeen: (state, { payload }: PayloadAction<ColleagueSign>) => {
      const others = state.colleagues.filter(
        (sign) =>
          (sign.userId !== payload.userId || sign.ticketId !== payload.ticketId) &&
          payload.at - sign.at < SIGN_MS.viewing,
      )
      return { ...state, colleagues: payload.state === 'left' ? others : [...others, payload] }
    },
  },
})
export const { contactPresence, colleagueSeen } = slice.actions
export const presenceReducer = slice.reducer

const ageOf = (sign: Sign, now: number): number => now - sign.at

/** A contact's present activity by its last sign: composing or recording, else null. */
export const contactActivity = (sign: Sign | undefined, now: number): 'composing' | 'recording' | null => {
  if (sign?.state !== 'composing' && sign?.state !== 'recording') return null
  return ageOf(sign, now) < SIGN_MS[sign.state] ? sign.state : null
}

/** Present colleagues by their signs; typing becomes viewing without further keys. */
export const colleaguesOn = (signs: readonly ColleagueSign[], now: number): readonly Colleague[] =>
  signs
    .filter((sign) => sign.state !== 'left' && ageOf(sign, now) < SIGN_MS.viewing)
    .map((sign) => ({
      userId: sign.userId,
      name: sign.name,
      typing: sign.state === 'typing' && ageOf(sign, now) < SIGN_MS.typing,
    }))

/** Expiry (ms) of the next of these signs; null for none. */
export const nextChange = (signs: readonly Sign[], now: number): number | null => {
  const ends = signs.flatMap(({ at, state }) =>
    state === 'composing' || state === 'recording'
      ? [at + SIGN_MS[state]]
      : state === 'typing'
        ? [at + SIGN_MS.typing, at + SIGN_MS.viewing]
        : state === 'viewing'
          ? [at + SIGN_MS.viewing]
          : [],
  )
  const ahead = ends.filter((end) => end > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
