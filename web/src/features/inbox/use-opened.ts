import type { ContactRef, TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useGoTo } from '../../base/hooks.js'
import type { DialledNumber } from '../../components/phone.js'
import type { AskedList, ListFilter } from './list/use-list-filter.js'

/** Dialogs about the ticket that is shown. */
export type TicketDialog = 'transfer' | 'snooze' | 'schedules' | 'history'
/** The open dialog of the inbox, and its subject. */
type OpenedDialog =
  | { readonly kind: 'new'; readonly contact: ContactRef | null; readonly person?: DialledNumber | undefined }
  | { readonly kind: TicketDialog; readonly ticketId: number }

/** Requests of other pages, in the state of an inbox address. */
export interface AskedByAddress {
  /** a new ticket for this contact */
  readonly newTicketFor?: ContactRef
  /** a new ticket for the contact with this number */
  readonly newTicketTo?: DialledNumber
  /** the notes about the contact of the ticket */
  readonly notes?: true
  /** a list with these filters */
  readonly list?: AskedList
}

const NOTHING: AskedByAddress = {}

/**
 * The open dialog of the inbox. A dialog about a ticket closes when the ticket is no longer shown. A request
 * of another page opens its dialog once, not again on a reload. `showContact` shows the ticket's contact with
 * the notes.
 */
export const useOpened = (
  ticket: TicketRecord | undefined,
  showContact: (open: true) => void,
  filter: Pick<ListFilter, 'show'>,
) => {
  const { pathname, search, hash, state } = useLocation()
  const goTo = useGoTo()
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  if (opened !== null && opened.kind !== 'new' && opened.ticketId !== ticket?.id) setOpened(null)

  const { newTicketFor, newTicketTo, notes, list } = (state as AskedByAddress | null) ?? NOTHING
  const address = `${pathname}${search}${hash}`
  useEffect(() => {
    if (newTicketFor === undefined && newTicketTo === undefined && notes === undefined && list === undefined)
      return
    if (newTicketFor !== undefined) setOpened({ kind: 'new', contact: newTicketFor })
    if (newTicketTo !== undefined) setOpened({ kind: 'new', contact: null, person: newTicketTo })
    if (notes !== undefined) showContact(true)
    if (list !== undefined) filter.show(list)
    // the browser keeps the state of an address on a reload
    goTo(address, { replace: true })
  }, [newTicketFor, newTicketTo, notes, list, address, goTo, showContact, filter])

  return {
    opened,
    open: (kind: TicketDialog) => ticket !== undefined && setOpened({ kind, ticketId: ticket.id }),
    openNew: useCallback(() => setOpened({ kind: 'new', contact: null }), []),
    /** a late answer closes only the dialog that sent the request, not a later dialog */
    close: () => setOpened((now) => (now === opened ? null : now)),
  }
}
