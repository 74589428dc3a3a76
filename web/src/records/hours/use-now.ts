import { useEffect, useState } from 'react'

/** How often a sentence about the time of day is said anew, in milliseconds. */
const EVERY_MS = 15_000

/** The time now, in milliseconds; it goes on by itself. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
