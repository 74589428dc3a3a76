/** What a company's plan may leave out, by the names that clients know; plain data, for browsers too. */
export const FEATURES = ['useSchedules', 'useKanban'] as const
export type Feature = (typeof FEATURES)[number]
