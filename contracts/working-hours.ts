interface Hours {
  readonly startWork?: string
  readonly endWork?: string
}
/** Both are given, or neither. */
export const HOURS = ['startWork', 'endWork'] as const satisfies readonly (keyof Hours)[]

/** Which of the working hours does not fit, or null: both are given or none, and they do not end when they begin. */
export const hoursFault = ({ startWork = '', endWork = '' }: Hours): keyof Hours | null => {
  if (startWork === '') return endWork === '' ? null : 'startWork'
  return endWork === '' || endWork === startWork ? 'endWork' : null
}
