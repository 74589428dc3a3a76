import { endpoints } from '../../api/base-api.js'

const BEFORE_SIGN_IN = { anonymous: true, quiet: true } as const

export const { useAskResetMutation, useTakeResetMutation } = endpoints(({ command }) => ({
  askReset: command('POST /auth/reset-password-request', BEFORE_SIGN_IN),
  takeReset: command('POST /auth/reset-password', BEFORE_SIGN_IN),
}))
