interface Hours {
  readonly startWork?: string
  readonly endWork?: string
}
/** Both times are given, or neither. */
export const HOURS = ['startWork', 'endWork'] as const satisfies readonly (keyof Hours)[]

/** The faulty working hour, or null: both are given or none, and they differ. */
export const hoursFault = ({ startWork = '', endWork = '' }: Hours): keyof Hours | null => {
  if (startWork === '') return endWork === '' ? null : 'startWork'
  return endWork === '' || endWork === startWork ? 'endWork' : null
}
