import { useEffect, useState } from 'react'

const SECOND = 1000

/**
 * Seconds left, one tick a second, down to 0; null before `begin` is called. Calling `begin` again restarts.
 * Uses the clock, so a suspended window shows the real rest.
 */
export const useCountdown = (
  seconds: number,
): { readonly left: number | null; readonly begin: () => void } => {
  const [until, setUntil] = useState<number | null>(null)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, SECOND)
    return () => clearInterval(timer)
  }, [until])
  const begin = (): void => {
    // one time for both: a later time would show a second more
    const start = Date.now()
    setNow(start)
    setUntil(start + seconds * SECOND)
  }
  return { left: until === null ? null : Math.max(0, Math.ceil((until - now) / SECOND)), begin }
}

/** `m:ss` */
export const minutesText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
