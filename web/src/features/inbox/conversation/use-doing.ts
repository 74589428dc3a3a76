import { useCallback, useState } from 'react'

/** Whether the person has pressed, typed or scrolled in a part of the page, with the handlers that notice this. */
export const useDoing = () => {
  const [hasDone, setHasDone] = useState(false)
  const notice = useCallback(() => setHasDone(true), [])
  const noticed = { onPointerDownCapture: notice, onKeyDownCapture: notice, onWheelCapture: notice }
  return { hasDone, noticed }
}
