import type { ClosureRecord } from '@guiche/contracts/views/closures.js'
import { useEffect, useRef, useState } from 'react'
import { useCompanyErasuresQuery } from './api.js'

/** Poll interval of erasures, in ms. */
const ASK_MS = 2000
const NO_CLOSURES: readonly ClosureRecord[] = []

/** Erasures of companies, polled while one runs. `onEnd`: called when one has ended. `ask` reads now. */
export const useClosures = (onEnd: () => unknown) => {
  const [isRunning, setRunning] = useState(false)
  const { data: closures = NO_CLOSURES, refetch } = useCompanyErasuresQuery(undefined, {
    pollingInterval: isRunning ? ASK_MS : 0,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  const running = closures.filter(({ status }) => status === 'running').length
  const before = useRef(running)
  useEffect(() => {
    setRunning(running > 0)
    if (running < before.current) void onEnd()
    before.current = running
  }, [running, onEnd])
  return { closures, ask: () => refetch() }
}
