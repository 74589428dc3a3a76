/** For how long administrators are told of the last visit, in milliseconds. */
export const VISIT_TOLD_MS = 7 * 24 * 3_600_000

/** The limits of a visit. On a visit a super user works in the desk of another company, in the place of an administrator. */
export const VISIT = { minutes: 60, shortest: 10, longest: 200 } as const

/**
 * Why a visit ended: the visitor went, its time was over, another visit took its place, the session of the visitor ended, or
 * who was visited is no administrator any more.
 */
export const VISIT_ENDS = ['left', 'time-over', 'other-visit', 'signed-out', 'no-admin'] as const
export type VisitEnd = (typeof VISIT_ENDS)[number]
