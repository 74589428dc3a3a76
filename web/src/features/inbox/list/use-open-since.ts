import { openMinutes } from '@guiche/contracts/opening-hours/hours-at.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback } from 'react'
import { useUser } from '../../../base/access.js'
import { useHours } from '../../../records/hours/use-hours.js'

const MINUTE = 60_000

/** When the wait of a ticket would have begun, had nobody been closed meanwhile; null where nobody waits. */
export type OpenSince = (ticket: Pick<TicketRecord, 'waitingSince' | 'queueId'>) => string | null

/** Finds since when contacts wait, counting the time in which the company or the ticket's queue is open. */
export const useOpenSince = (now: number): OpenSince => {
  const { timezone } = useUser().company
  const hoursOf = useHours()
  return useCallback(
    ({ waitingSince, queueId }) => {
      const hours = waitingSince === null ? null : hoursOf(queueId)
      if (hours === null || waitingSince === null) return waitingSince
      const waited = openMinutes(hours, timezone, Date.parse(waitingSince), now)
      return new Date(now - waited * MINUTE).toISOString()
    },
    [hoursOf, timezone, now],
  )
}
