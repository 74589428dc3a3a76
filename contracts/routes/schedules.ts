import { Type } from '@sinclair/typebox'
import { Strict, Time } from '../envelope.js'
import { shownOfRecord } from '../records/derive.js'
import { RECORDS } from '../records/index.js'
import { Day } from '../text.js'
import { routes } from './route.js'

/** Routes of planned messages besides those of every record. */
export const scheduleRoutes = routes({
  'POST /schedules/:id/occurrences': {
    allow: 'user',
    on: 'decider',
    body: Strict({
      /** day of the occurrence in the series' time zone */
      day: Day,
      leaveOut: Type.Optional(Type.Boolean()),
      sendAt: Type.Optional(Time),
      body: Type.Optional(Type.String({ minLength: 5, maxLength: 10_000 })),
    }),
    answer: shownOfRecord(RECORDS.schedule),
    views: ['schedules', 'contacts', 'inbox', 'users', 'connections'],
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT'],
    summary: 'Changes one occurrence of a recurring message, or leaves it out; answers the series',
  },
})
