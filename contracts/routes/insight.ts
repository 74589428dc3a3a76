import { Type } from '@sinclair/typebox'
import { Nullable, Strict } from '../envelope.js'
import { optionalText, pagedQuery } from '../text.js'
import { PageOf } from '../views/answers.js'
import { AuditRecord, DashboardRecord, ParkedRecord } from '../views/insight.js'
import { RatingRecord, RatingSummary } from '../views/ratings.js'
import { routes } from './route.js'

const Word = Type.Optional(Type.String({ maxLength: 60, pattern: '^[a-z0-9.-]*$' }))
/** A day in the company's time zone, or a moment in ISO-8601. */
const MomentText = Type.Optional(
  Type.String({
    pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?Z)?)?$',
  }),
)
const ofParked = { id: Type.String({ pattern: '^(report|event)[.][a-z0-9-]{1,100}$' }) }

const auditFilter = {
  /** the acting user */
  userId: optionalText.id,
  ticketId: optionalText.id,
  contactId: optionalText.id,
  /** subject of the entries: `connection-3`, `user-5`, `queue-2` … */
  subject: Word,
  area: Word,
  kind: Word,
  type: Word,
  from: MomentText,
  to: MomentText,
}

const ratingFilter = {
  /** the agent */
  userId: optionalText.id,
  queueId: optionalText.id,
  rating: Type.Optional(Type.String({ pattern: '^[1-3]?$' })),
  /** days in the company's time zone; the last 30 days unless given */
  date_from: optionalText.day,
  date_to: optionalText.day,
}
const { rating: _, ...ratingSummaryFilter } = ratingFilter

export const insightRoutes = routes({
  'GET /dashboard': {
    allow: 'admin',
    query: Strict({
      days: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,3})?$' })),
      date_from: optionalText.day,
      date_to: optionalText.day,
    }),
    answer: DashboardRecord,
    views: ['dashboard', 'inbox'],
    summary: 'Figures of a period and of this moment',
  },
  'GET /audit': {
    allow: 'admin',
    query: pagedQuery(auditFilter),
    answer: PageOf('records', AuditRecord),
    views: ['audit'],
    summary: 'Who did what in the company, newest first',
  },
  'GET /audit/export': {
    allow: 'admin',
    query: Strict(auditFilter),
    answer: Type.String(),
    csv: true,
    views: ['audit'],
    summary: 'The same as a CSV file, a line for each field that changed',
  },
  'GET /ratings': {
    allow: 'admin',
    query: pagedQuery(ratingFilter),
    answer: PageOf('records', RatingRecord),
    views: ['ratings', 'inbox', 'conversation'],
    summary: 'Who rated whom, how, and with which comment, newest first',
  },
  'GET /ratings/summary': {
    allow: 'admin',
    query: Strict(ratingSummaryFilter),
    answer: RatingSummary,
    views: ['dashboard'],
    summary: 'How many ratings of each kind a period has, and the averages of agents and queues',
  },
  'GET /ratings/export': {
    allow: 'admin',
    query: Strict(ratingFilter),
    answer: Type.String(),
    csv: true,
    views: ['ratings', 'inbox', 'conversation'],
    summary: 'The ratings of a period as a CSV file',
  },
  'GET /openapi.json': {
    allow: 'anonymous',
    answer: Type.Unsafe<object>(Type.Object({})),
    summary: 'This description',
  },
})

/** Items that could not be processed. The items are in the vault, so the query needs no views. */
export const parkedRoutes = routes({
  'GET /parked': {
    allow: 'admin',
    answer: Type.Array(ParkedRecord),
    summary: 'What could not be processed and is tried no more by itself, newest first, 500 at most',
  },
  'POST /parked/:id/retry': {
    allow: 'admin',
    params: ofParked,
    answer: Strict({ id: Type.String(), reason: Nullable(Type.String()) }),
    errors: ['ERR_NO_PARKED_FOUND'],
    summary: 'Tries it again now; `reason` is null when that succeeded',
  },
  'DELETE /parked/:id': {
    allow: 'admin',
    params: ofParked,
    answer: Strict({ id: Type.String() }),
    errors: ['ERR_NO_PARKED_FOUND'],
    summary: 'Discards it for good',
  },
})
