import { endpoints } from './base-api.js'
import type { AnswerTo } from './routes.js'

export type FoundResults = AnswerTo<'GET /search'>

interface SearchRequest {
  readonly text: string
  /** maximum of results of each kind, 1 to 50 */
  readonly limit: number
  /** only active tickets, by their contacts' names: from one letter on */
  readonly active?: boolean
}

/** Search over contacts, tickets and messages, for the inbox and the command palette. */
export const searchApi = endpoints(({ query }) => ({
  search: query('GET /search', {
    call: ({ text, limit, active }: SearchRequest) => ({
      query: { searchParam: text, limit: String(limit), ...(active && { active: 'true' }) },
    }),
    quiet: true,
    keepUnusedDataFor: 30,
    providesTags: ['Tickets'],
  }),
}))

export const { useSearchQuery } = searchApi
