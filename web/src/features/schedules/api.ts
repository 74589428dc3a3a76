import { endpoints } from '../../api/base-api.js'

interface Range {
  /** ISO-8601; `to` is excluded */
  readonly from: string
  readonly to: string
}

/** Planned messages of a period, and changes of one occurrence of a series. */
export const scheduleApi = endpoints(({ query, command }) => ({
  scheduleRange: query('GET /schedules', {
    call: (range: Range) => ({ query: { ...range } }),
    providesTags: ['schedules'],
  }),
  plannedContact: query('GET /contacts/:id', { call: (id: number) => ({ id }), quiet: true }),
  changeOccurrence: command('POST /schedules/:id/occurrences', { quiet: true, changes: ['schedules'] }),
}))

export const { useScheduleRangeQuery, usePlannedContactQuery, useChangeOccurrenceMutation } = scheduleApi
