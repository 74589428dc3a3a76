import { Type } from '@sinclair/typebox'
import { Strict } from '../envelope.js'
import { optionalText } from '../text.js'
import { viewsOf } from '../views/joined-views.js'
import { SearchRecord } from '../views/search.js'
import { routes } from './route.js'

export const searchRoutes = routes({
  'GET /search': {
    allow: 'user',
    query: Strict({
      searchParam: optionalText.search,
      /** maximum of results of each kind, 1 to 50; 10 unless given */
      limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-4][0-9]|50)$' })),
      /** only active tickets, by their numbers and contacts' names; one letter is enough */
      active: optionalText.flag,
    }),
    answer: SearchRecord,
    views: viewsOf('ticket', 'message'),
    summary: 'People, tickets and messages that hold all words, as far as the caller may see them',
  },
})
