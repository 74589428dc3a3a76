/** How long administrators see the notice of the last visit, in ms. */
export const VISIT_NOTICE_MS = 7 * 24 * 3_600_000

/** The limits of a visit: a super user acts in another company for one of its administrators. */
export const VISIT_LIMITS = { minutes: 60, shortest: 10, longest: 200 } as const

/**
 * Reasons for the end of a visit: the visitor left; time over; another visit; the visitor's session ended; or
 * the visited user is no longer an administrator.
 */
export const VISIT_ENDS = ['left', 'time-over', 'other-visit', 'signed-out', 'no-admin'] as const
export type VisitEnd = (typeof VISIT_ENDS)[number]
