import { useCallback, useEffect, useState } from 'react'

/**
 * Whether the file of an address failed to load, with `retry`; retries automatically when the browser is
 * online again. `attempt`: key for the loading element.
 */
export const useReloading = (url: string | null) => {
  const [broken, setBroken] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const failed = url !== null && broken === url
  const retry = useCallback(() => {
    setBroken(null)
    setAttempt((before) => before + 1)
  }, [])
  useEffect(() => {
    if (!failed) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failed, retry])
  return { failed, attempt, retry, onError: () => setBroken(url) }
}
