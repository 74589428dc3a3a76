import { useEffect, useState } from 'react'
import { claimsOf } from '../../api/token.js'
import { useAppSelector } from '../../base/hooks.js'

/** Milliseconds by which a clock may differ: a slow network delays a token by seconds. */
const HARMLESS_MS = 120_000

/** Two clocks at one moment, milliseconds since 1970: of this computer, and of the server. */
export interface ClockError {
  readonly here: number
  readonly there: number
}

/** The error of this computer's clock by a token that has just been issued; null if the clock is right. */
export const clockErrorOf = (token: string | null, here: number): ClockError | null => {
  const { iat } = claimsOf(token ?? '')
  if (typeof iat !== 'number') return null
  const there = iat * 1000
  return Math.abs(here - there) > HARMLESS_MS ? { here, there } : null
}

/** The error of this computer's clock, measured with each new access token. */
export const useClockError = (): ClockError | null => {
  const token = useAppSelector(({ session }) => session.token)
  const [error, setError] = useState<ClockError | null>(null)
  useEffect(() => setError(clockErrorOf(token, Date.now())), [token])
  return error
}
