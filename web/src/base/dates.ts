import dayjs, { type Dayjs } from 'dayjs'

/*
 * Dates as pages show them. `shell/app-bar.tsx` and `api/errors.ts` format their one day themselves: this module would make the
 * first load larger.
 */

/** ISO-8601, milliseconds since the epoch, or a local day `yyyy-MM-dd`. */
type Moment = string | number | Dayjs

/** dd/MM/yyyy in the browser's time zone; the same in every language. */
export const formatDay = (moment: Moment): string => dayjs(moment).format('DD/MM/YYYY')

/** HH:mm in the browser's time zone. */
export const formatTime = (moment: Moment): string => dayjs(moment).format('HH:mm')

/** dd/MM/yyyy HH:mm in the browser's time zone. */
export const formatDayAndTime = (moment: Moment): string => dayjs(moment).format('DD/MM/YYYY HH:mm')

/** HH:mm today, else dd/MM/yyyy. */
export const formatDayOrTime = (moment: Moment): string =>
  dayjs(moment).isSame(dayjs(), 'day') ? formatTime(moment) : formatDay(moment)
