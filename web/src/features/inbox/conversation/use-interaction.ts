import { useCallback, useState } from 'react'

/**
 * Whether the user has pressed, typed or scrolled in a part of the page, with the handlers that detect it.
 */
export const useInteraction = () => {
  const [hasDone, setHasDone] = useState(false)
  const notice = useCallback(() => setHasDone(true), [])
  const noticed = { onPointerDownCapture: notice, onKeyDownCapture: notice, onWheelCapture: notice }
  return { hasDone, noticed }
}
