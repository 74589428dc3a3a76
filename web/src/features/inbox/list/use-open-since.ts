import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback } from 'react'
import { useUser } from '../../../base/access.js'
import { useHours } from '../../../records/hours/use-hours.js'
import { openSince } from '../model/open-since.js'

/** Start of a ticket's wait, counted in opening hours; null if the contact does not wait. */
export type OpenSince = (ticket: Pick<TicketRecord, 'waitingSince' | 'queueId'>) => string | null

/** Gives the start of each contact's wait, by the opening hours of the company or of the ticket's queue. */
export const useOpenSince = (now: number): OpenSince => {
  const { timezone } = useUser().company
  const hoursOf = useHours()
  return useCallback(
    ({ waitingSince, queueId }) =>
      waitingSince === null ? null : openSince(hoursOf(queueId), timezone, waitingSince, now),
    [hoursOf, timezone, now],
  )
}
