import { endpoints } from '../../api/base-api.js'

const ENTRY = { anonymous: true, quiet: true } as const

export const { useOfferedPlansQuery, useSignUpMutation } = endpoints(({ query, command }) => ({
  offeredPlans: query('GET /plans/register', ENTRY),
  signUp: command('POST /companies/cadastro', ENTRY),
}))
