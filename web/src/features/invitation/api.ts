import { endpoints } from '../../api/base-api.js'
import { signedIn } from '../../api/session.js'
import { signOutMark } from '../../api/sign-out-mark.js'

const BEFORE_SIGN_IN = { anonymous: true, quiet: true } as const

export const { useCheckInvitationMutation, useTakeInvitationMutation } = endpoints(({ command }) => ({
  checkInvitation: command('POST /auth/invitation/check', BEFORE_SIGN_IN),
  /** Sets the password, and signs in. */
  takeInvitation: command('POST /auth/invitation', {
    ...BEFORE_SIGN_IN,
    onQueryStarted: async (_call, { dispatch, queryFulfilled }) => {
      const answer = await queryFulfilled.catch(() => null)
      if (answer === null) return
      signOutMark.forget()
      dispatch(signedIn(answer.data))
    },
  }),
}))
