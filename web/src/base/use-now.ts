import { useEffect, useState } from 'react'

const STEP_MS = 30_000
/** The present time, or the known one if that is recent. */
const currentTime = (known: number): number => (Date.now() - known < STEP_MS ? known : Date.now())

/** The time in ms, updated every 30 s, and when a hidden list is shown again. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(currentTime)
    const timer = setInterval(() => setNow(Date.now()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
