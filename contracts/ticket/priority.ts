/** Priorities of a ticket, the lowest first. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]
/** Priority of a ticket without a chosen one. */
export const USUAL_PRIORITY = 'normal' satisfies Priority

/** Place of a priority in a list: the most urgent first. */
export const urgencyOf = (priority: Priority): number => PRIORITIES.length - 1 - PRIORITIES.indexOf(priority)
