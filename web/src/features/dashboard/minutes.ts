/** Minutes as text: `45 min`, `3h 05m`, `2d 4h`; a dash without values to average. */
export const minutesText = (minutes: number | null): string => {
  if (minutes === null) return '—'
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  if (hours < 24) return `${hours}h ${String(whole % 60).padStart(2, '0')}m`
  return `${Math.floor(hours / 24)}d ${hours % 24}h`
}
