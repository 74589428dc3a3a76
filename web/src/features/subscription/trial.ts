import type { SignedInUser } from '@guiche/contracts/views/session.js'

const DAY_MS = 86_400_000
/** Days before the end of a trial from which administrators see the notice above each page. */
export const NOTICE_DAYS = 7

/**
 * Remaining whole days of a company's trial at a time (milliseconds). Null: no trial, the trial is over, or the due
 * date was moved because the company has paid.
 */
export const trialDaysLeft = (
  { trialExpiration, dueDate }: Pick<SignedInUser['company'], 'trialExpiration' | 'dueDate'>,
  now: number,
): number | null => {
  if (trialExpiration === null || (dueDate !== null && Date.parse(dueDate) > Date.parse(trialExpiration)))
    return null
  const left = Date.parse(trialExpiration) - now
  return left <= 0 ? null : Math.floor(left / DAY_MS)
}
