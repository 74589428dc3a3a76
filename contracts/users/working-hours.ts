interface Hours {
  readonly startWork?: string
  readonly endWork?: string
}
/** Both times are given, or neither. */
export const HOURS_FIELDS = ['startWork', 'endWork'] as const satisfies readonly (keyof Hours)[]

/** The invalid working hour, or null if valid: both or none, and different. */
export const hoursFault = ({ startWork = '', endWork = '' }: Hours): keyof Hours | null => {
  if (startWork === '') return endWork === '' ? null : 'startWork'
  return endWork === '' || endWork === startWork ? 'endWork' : null
}
