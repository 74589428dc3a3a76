const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timezone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timezone)
  if (known !== undefined) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const),
  })
  clocks.set(timezone, made)
  return made
}

/**
 * Local time in a zone (IANA name) at a moment (milliseconds), as digits: `05` for the minute. Throws a RangeError for
 * an unknown zone.
 */
export const localTime = (
  timezone: string,
  at: number,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> => {
  const parts = clockOf(timezone).formatToParts(at)
  const [year, month, day, hour, minute, second] = parts.flatMap(({ type, value }) =>
    type === 'literal' ? [] : value,
  ) as [string, string, string, string, string, string]
  return { year, month, day, hour, minute, second }
}

/** The day (yyyy-MM-dd) of a moment in the zone. */
export const dayAt = (timezone: string, at: number): string => {
  const { year, month, day } = localTime(timezone, at)
  return `${year}-${month}-${day}`
}

export const isZone = (timezone: string): boolean => {
  try {
    clockOf(timezone)
    return true
  } catch {
    return false
  }
}
