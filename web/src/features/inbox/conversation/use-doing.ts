import { useCallback, useState } from 'react'

/** Whether the person has done something in a part of the page, and what notices it there. */
export const useDoing = () => {
  const [hasDone, setHasDone] = useState(false)
  const notice = useCallback(() => setHasDone(true), [])
  const noticed = { onPointerDownCapture: notice, onKeyDownCapture: notice, onWheelCapture: notice }
  return { hasDone, noticed }
}
