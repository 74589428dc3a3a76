import dayjs from 'dayjs'

/** The day of a moment; '' for none. */
export const dayOf = (moment: string | null): string =>
  moment === null ? '' : dayjs(moment).format('DD/MM/YYYY')

/** The day of a moment with its time; '' for none. */
export const timeOf = (moment: string | null): string =>
  moment === null ? '' : dayjs(moment).format('DD/MM/YYYY HH:mm')
