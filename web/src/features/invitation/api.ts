import { endpoints } from '../../api/base-api.js'
import { left } from '../../api/left.js'
import { signedIn } from '../../api/session.js'

const ENTRY = { anonymous: true, quiet: true } as const

export const { useCheckInvitationMutation, useTakeInvitationMutation } = endpoints(({ command }) => ({
  checkInvitation: command('POST /auth/invitation/check', ENTRY),
  /** Chooses the password, and signs in. */
  takeInvitation: command('POST /auth/invitation', {
    ...ENTRY,
    onQueryStarted: async (_call, { dispatch, queryFulfilled }) => {
      const answer = await queryFulfilled.catch(() => null)
      if (answer === null) return
      left.forget()
      dispatch(signedIn(answer.data))
    },
  }),
}))
