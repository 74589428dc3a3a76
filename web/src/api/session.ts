import { isLanguage } from '@guiche/contracts/languages.js'
import type { SettingRecord, UserRecord } from '@guiche/contracts/views/records.js'
import type { LastVisit, SessionRecord, SignedInUser, VisitRecord } from '@guiche/contracts/views/session.js'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ApiError } from './errors.js'

/**
 * The signed-in session. The access token is kept here, in memory only; the refresh token is a cookie that scripts
 * cannot read.
 */
export interface SessionState {
  /** `unknown` until the first refresh has answered */
  readonly status: 'unknown' | 'anonymous' | 'signed-in'
  readonly token: string | null
  readonly user: SignedInUser | null
  /** the super user's visit to another company; null without a visit */
  readonly visit: VisitRecord | null
  /** a recent visit of a super user to the own company, for its administrators; null without one */
  readonly lastVisit: LastVisit | null
}

const NOBODY = { token: null, user: null, visit: null, lastVisit: null } as const

const slice = createSlice({
  name: 'session',
  initialState: { status: 'unknown', ...NOBODY } as SessionState,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<SessionRecord>): SessionState => ({
      status: 'signed-in',
      token: payload.token,
      user: payload.user,
      visit: payload.visit ?? null,
      lastVisit: payload.lastVisit ?? null,
    }),
    /** the error that ended the session, or null after a sign-out */
    loggedOut: (_state, _action: PayloadAction<ApiError | null>): SessionState => ({
      status: 'anonymous',
      ...NOBODY,
    }),
    /** the user signed out, here or in another window: unsent texts are removed, too */
    signedOut: (state, _action: PayloadAction<number>): SessionState => state,
    /** the signed-in user was changed, here or elsewhere */
    ownUserChanged: ({ user, ...state }, { payload }: PayloadAction<UserRecord>): SessionState => ({
      ...state,
      user:
        user?.id === payload.id
          ? { ...user, ...payload, online: true, company: { ...user.company, ...payload.company } }
          : user,
    }),
    /** the session's user has the company's settings, too, and the company's language as a field */
    companySettingChanged: ({ user, ...state }, { payload }: PayloadAction<SettingRecord>): SessionState => {
      if (user === null) return { ...state, user }
      const settings = user.company.settings.map((one) => (one.key === payload.key ? payload : one))
      const spoken = payload.key === 'language' && isLanguage(payload.value) ? payload.value : null
      const company = { ...user.company, settings, ...(spoken !== null && { language: spoken }) }
      return { ...state, user: { ...user, company } }
    },
  },
})

export const { signedIn, loggedOut, signedOut, ownUserChanged, companySettingChanged } = slice.actions
export const sessionReducer = slice.reducer
