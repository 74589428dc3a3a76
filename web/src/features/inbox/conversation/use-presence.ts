import { VIEWING_MS } from '@guiche/contracts/realtime/ephemeral.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useEffect, useRef } from 'react'
import { isWindowVisible, whenVisible } from '../../../base/attention.js'
import { useAppSelector } from '../../../base/hooks.js'
import { tellPresence } from '../../../realtime/realtime.js'
import { useReadTicketMutation } from '../api.js'
import { announceOnScreen } from '../conversation-on-screen.js'
import { unreadMark } from '../model/unread-mark.js'

/**
 * Marks visible messages as read while an active user sees the page and may answer the ticket. A failed call
 * is repeated after an outage.
 */
export const useReading = (ticket: TicketRecord, enabled: boolean): void => {
  const [read] = useReadTicketMutation()
  const reachable = useAppSelector(({ realtime }) => realtime.status === 'online' && !realtime.stale)
  const unread = enabled ? unreadMark(ticket) : null
  const failed = useRef(false)
  const mark = useCallback(async () => {
    const { error } = await read(ticket.id)
    failed.current = error !== undefined
  }, [ticket.id, read])
  useEffect(() => {
    if (unread === null) return undefined
    return whenVisible(() => void mark())
  }, [unread, mark])
  useEffect(() => {
    if (reachable && unread !== null && failed.current && isWindowVisible()) void mark()
  }, [reachable, unread, mark])
}

/**
 * Informs the user's other windows that the ticket is visible here, so that they show no notices about it.
 */
export const useOnScreen = (uuid: string, enabled: boolean): void =>
  useEffect(() => (enabled ? announceOnScreen(uuid) : undefined), [uuid, enabled])

/**
 * Informs colleagues that the user has this ticket on the screen; the gateway then reports when the contact
 * types. Repeated after a reconnection.
 */
export const useViewing = (ticketId: number, enabled: boolean): void => {
  const online = useAppSelector(({ realtime }) => realtime.status === 'online')
  useEffect(() => {
    if (!enabled || !online) return
    const tell = () => document.visibilityState === 'visible' && tellPresence(ticketId, 'viewing')
    tell()
    const again = setInterval(tell, VIEWING_MS.again)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(again)
      document.removeEventListener('visibilitychange', tell)
      tellPresence(ticketId, 'left')
    }
  }, [ticketId, enabled, online])
}
