import { endpoints } from '../../api/base-api.js'

const BEFORE_SIGN_IN = { anonymous: true, quiet: true } as const

export const { useOfferedPlansQuery, useSignUpMutation } = endpoints(({ query, command }) => ({
  offeredPlans: query('GET /plans/register', BEFORE_SIGN_IN),
  signUp: command('POST /companies/cadastro', BEFORE_SIGN_IN),
}))
