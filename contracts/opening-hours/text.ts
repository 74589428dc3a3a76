import { type Interval, WEEKDAYS, type Week, weekFault } from './week.js'

/** A week as the text of a setting: a JSON list of its parts, or empty if unset. */
export const NO_WEEK = ''

const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
const PART = `\\{"day":"(?:${WEEKDAYS.join('|')})","from":"${TIME}","until":"(?:${TIME}|24:00)"\\}`
/** Exact pattern of the stored text of a week, so that parsing cannot fail. */
export const WEEK_PATTERN = new RegExp(`^(?:\\[(?:${PART}(?:,${PART}){0,41})?\\])?$`)

const parseIntervals = (text: string): Interval[] => JSON.parse(text)

/** The text of a week. */
export const textOfWeek = (week: Week): string =>
  JSON.stringify(week.map(({ day, from, until }) => ({ day, from, until })))

/** The week in a setting's text; null if unset. */
export const weekOfText = (text: string | undefined): Week | null =>
  text === undefined || !WEEK_PATTERN.test(text) || text === NO_WEEK ? null : parseIntervals(text)

/** Whether the parts of a well-formed text have lengths and do not overlap. */
export const isWeekText = (text: string): boolean => weekFault(weekOfText(text) ?? []) === null
