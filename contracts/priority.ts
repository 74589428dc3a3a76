/** How urgent a ticket is, the least first. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]
/** That of a ticket on which nobody has set one. */
export const USUAL_PRIORITY = 'normal' satisfies Priority

/** Place of a priority in a list: the most urgent first. */
export const urgencyOf = (priority: Priority): number => PRIORITIES.length - 1 - PRIORITIES.indexOf(priority)
