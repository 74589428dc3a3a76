import type { ContactRef, TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useGoTo } from '../../base/hooks.js'

/** Dialogs about the ticket that is shown. */
export type TicketDialog = 'transfer' | 'snooze' | 'schedules' | 'history'
/** Which dialog of the inbox is open, and whom it is about. */
type Opened =
  | { readonly kind: 'new'; readonly contact: ContactRef | null }
  | { readonly kind: TicketDialog; readonly ticketId: number }

/** What an address of the inbox can carry: the contact of a ticket that was asked for elsewhere. */
export interface Asked {
  readonly newTicketFor?: ContactRef
}

/**
 * The dialog of the inbox that is open. One about a ticket goes when that ticket is no longer shown. A new ticket that
 * was asked for elsewhere opens its dialog, once: a reload does not open it again.
 */
export const useOpened = (ticket: TicketRecord | undefined) => {
  const { pathname, search, hash, state } = useLocation()
  const goTo = useGoTo()
  const [opened, setOpened] = useState<Opened | null>(null)
  if (opened !== null && opened.kind !== 'new' && opened.ticketId !== ticket?.id) setOpened(null)

  const asked = (state as Asked | null)?.newTicketFor
  const address = `${pathname}${search}${hash}`
  useEffect(() => {
    if (asked === undefined) return
    setOpened({ kind: 'new', contact: asked })
    // the browser keeps the state of an address over a reload
    goTo(address, { replace: true })
  }, [asked, address, goTo])

  return {
    opened,
    open: (kind: TicketDialog) => ticket !== undefined && setOpened({ kind, ticketId: ticket.id }),
    openNew: useCallback(() => setOpened({ kind: 'new', contact: null }), []),
    /** an answer that comes late closes the dialog that asked for it, and not the next one */
    close: () => setOpened((now) => (now === opened ? null : now)),
  }
}
