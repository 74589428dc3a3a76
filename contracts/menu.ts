/** The sections of the app's side menu, in order. */
export const SECTIONS = ['service', 'management', 'administration'] as const
export type Section = (typeof SECTIONS)[number]
