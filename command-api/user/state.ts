import type { UserEvent } from '@guiche/contracts/events/user.js'
import { afterVisit, type Visits } from './visits.js'

/** An event of a user with fields of the envelope, which only hand-made events of tests lack. */
export type UserFact = UserEvent & { readonly companyId?: number }

type CreatedUser = Omit<
  Extract<UserEvent, { type: 'user.created.v1' }>['data'],
  'queueIds' | 'maxOpenTickets' | 'startWork' | 'endWork'
>

/** A user folded from stream `user-{id}`. */
export interface UserState extends CreatedUser, Visits {
  readonly status: 'none' | 'active' | 'deleted'
  readonly queueIds: readonly number[]
  readonly companyId: number
  /** null: unlimited */
  readonly maxOpenTickets: number | null
  /** `08:00`, or empty */
  readonly startWork: string
  readonly endWork: string
  /** the user's only session; a second login ends the first one */
  readonly sessionId: string | null
  /** has an unused link to choose a password */
  readonly isInvited: boolean
}

export const noUser: UserState = {
  status: 'none',
  companyId: 0,
  userId: 0,
  name: '',
  email: '',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [],
  connectionId: null,
  maxOpenTickets: null,
  startWork: '',
  endWork: '',
  passwordRef: '',
  sessionId: null,
  isInvited: false,
  visiting: null,
  visits: [],
}

/** Total: an unknown event leaves the state unchanged. */
export const evolve = (state: UserState, event: UserFact): UserState => {
  switch (event.type) {
    case 'user.created.v1':
      return { ...state, ...event.data, status: 'active', companyId: event.companyId ?? 0 }
    case 'user.changed.v1':
      return { ...state, ...event.data }
    case 'user.password-changed.v1':
      return { ...state, passwordRef: event.data.passwordRef, isInvited: false }
    case 'user.invited.v1':
      return { ...state, isInvited: true }
    case 'user.session-started.v1':
      return { ...state, sessionId: event.data.sessionId }
    case 'user.session-ended.v1':
      return state.sessionId === event.data.sessionId ? { ...state, sessionId: null } : state
    case 'user.deleted.v1':
      return { ...state, status: 'deleted' }
    default:
      return afterVisit(state, event)
  }
}
