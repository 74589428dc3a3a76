import { endpoints } from './base-api.js'
import type { AnswerTo } from './routes.js'

export type Found = AnswerTo<'GET /search'>

/** People, tickets and messages at once: the search of the inbox and the command palette ask the same. */
export const searchApi = endpoints(({ query }) => ({
  search: query('GET /search', {
    call: ({ text, limit }: { readonly text: string; readonly limit: number }) => ({
      query: { searchParam: text, limit: String(limit) },
    }),
    quiet: true,
    keepUnusedDataFor: 30,
    providesTags: ['Tickets'],
  }),
}))

export const { useSearchQuery } = searchApi
