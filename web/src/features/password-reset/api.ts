import { endpoints } from '../../api/base-api.js'

const ENTRY = { anonymous: true, quiet: true } as const

export const { useAskResetMutation, useTakeResetMutation } = endpoints(({ command }) => ({
  askReset: command('POST /auth/reset-password-request', ENTRY),
  takeReset: command('POST /auth/reset-password', ENTRY),
}))
