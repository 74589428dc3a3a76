/** How urgent a ticket is, the least first. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Place of a priority in a list: the most urgent first. */
export const urgencyOf = (priority: Priority): number => PRIORITIES.length - 1 - PRIORITIES.indexOf(priority)
