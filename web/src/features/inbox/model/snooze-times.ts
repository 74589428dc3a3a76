import type { Dayjs } from 'dayjs'

const MORNING = 9

/** Suggested ends of a snooze: soon, in the afternoon, tomorrow morning, and next Monday morning. */
export const snoozeTimes = (now: Dayjs) => {
  const morning = (days: number) => now.add(days, 'day').hour(MORNING).minute(0).second(0).millisecond(0)
  return {
    hour: now.add(1, 'hour'),
    hours: now.add(3, 'hour'),
    tomorrow: morning(1),
    // on a Monday: the next Monday
    week: morning((8 - now.day()) % 7 || 7),
  }
}
