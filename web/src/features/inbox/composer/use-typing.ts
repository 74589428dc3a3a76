import { useCallback, useEffect, useRef } from 'react'
import { tellPresence } from '../../../realtime/realtime.js'

/** Interval of repeated signs during typing, in ms. */
const EVERY_MS = 4000
/** Milliseconds without a key after which typing counts as ended. */
const PAUSE_MS = 6000

/** Sends to colleagues and to the contact that we type or record. */
export const useTyping = (ticketId: number, recording: boolean) => {
  const told = useRef(0)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = useCallback(() => {
    clearTimeout(pause.current)
    if (told.current === 0) return
    told.current = 0
    tellPresence(ticketId, 'viewing')
  }, [ticketId])
  useEffect(() => stop, [stop])

  useEffect(() => {
    if (!recording) return
    const tell = () => tellPresence(ticketId, 'recording')
    tell()
    const again = setInterval(tell, EVERY_MS)
    return () => {
      clearInterval(again)
      tellPresence(ticketId, 'viewing')
    }
  }, [ticketId, recording])

  const typed = useCallback(() => {
    clearTimeout(pause.current)
    pause.current = setTimeout(stop, PAUSE_MS)
    if (Date.now() - told.current < EVERY_MS) return
    told.current = Date.now()
    tellPresence(ticketId, 'typing')
  }, [ticketId, stop])

  return { typed, stop }
}
