const MINUTE = 60_000

/** Age and urgency of a ticket's last event; null while fresh (under 3 minutes). */
export interface LastInteraction {
  readonly amount: number
  readonly unit: 'minutes' | 'hours' | 'days'
  readonly level: 'calm' | 'late' | 'overdue'
}

/** Green from 3 minutes, orange from 30, red from 60 (hours, then days). `updatedAt` is ISO-8601, `now` in ms. */
export const lastInteraction = (updatedAt: string, now: number): LastInteraction | null => {
  const minutes = Math.floor((now - Date.parse(updatedAt)) / MINUTE)
  if (!(minutes >= 3)) return null
  if (minutes < 30) return { amount: minutes, unit: 'minutes', level: 'calm' }
  if (minutes < 60) return { amount: minutes, unit: 'minutes', level: 'late' }
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return { amount: hours, unit: 'hours', level: 'overdue' }
  return { amount: Math.floor(hours / 24), unit: 'days', level: 'overdue' }
}
