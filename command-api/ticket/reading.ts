import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Handled, Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { ticketDecider } from './decide.js'
import { readMarksDecider } from './read-marks.js'
import type { TicketState } from './state.js'

/** Maximum of unread messages in one event of reading, and of such events in one call. */
const READ_LIMIT = 500
const MOST_EVENTS = 20

interface Deps {
  readonly kernel: Kernel
  readonly records: Records
}

interface ReadRequest {
  readonly companyId: number
  readonly ticketId: number
  /** position in the log: later messages stay unread; null: all messages become read */
  readonly upTo: string | null
  /** the meta of each mark, asked for only if there is something to mark */
  readonly meta: (...parts: readonly (string | number)[]) => Meta
}

/**
 * Marks the unread messages of a ticket as read, as the views show them. Gives the last mark's position, null without
 * any. Errors: ERR_NO_TICKET_FOUND.
 */
export const markRead = async (
  { kernel, records }: Deps,
  { companyId, ticketId, upTo, meta }: ReadRequest,
): Promise<Result<{ readonly position: string } | null, DomainError>> => {
  let last: { readonly position: string } | null = null
  for (let part = 0; part < MOST_EVENTS; part++) {
    const unread = await records.unreadMessages(companyId, ticketId)
    const messageIds = unread.filter(({ arrived }) => upTo === null || arrived <= upTo).map(({ id }) => id)
    if (messageIds.length === 0) break
    const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
    if (!state.exists || state.deleted) return err(domainError('ERR_NO_TICKET_FOUND'))
    const { contactId, connectionId } = state
    const done = await kernel.execute(
      readMarksDecider,
      streams.marks(ticketId),
      { kind: 'read', ticketId, contactId, connectionId, messageIds },
      meta('read', part),
    )
    if (!done.ok) return done
    last = done.value
    if (unread.length < READ_LIMIT) break
    if (!(await records.waitFor(['conversation'], records.logPosition(companyId, last.position)))) break
  }
  return ok(last)
}

/** Marks one message of a ticket as read: the company's own phone has shown it. */
export const markReadOnPhone = async (
  kernel: Kernel,
  { ticketId, messageId }: { readonly ticketId: number; readonly messageId: string },
  meta: Meta,
): Promise<Result<unknown, DomainError>> => {
  const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
  if (!state.exists || state.deleted) return ok(null)
  const { contactId, connectionId } = state
  const messageIds = [messageId]
  return kernel.execute(
    readMarksDecider,
    streams.marks(ticketId),
    { kind: 'read', ticketId, contactId, connectionId, messageIds },
    meta,
  )
}

/**
 * Marks the messages of a closed ticket as read: those that the closing user had seen, else all before the
 * close. Unseen messages reopen the ticket.
 */
export const readWhenClosed = async <F>(
  deps: Deps,
  meta: Meta,
  ticketId: number,
  result: Result<Handled<TicketState>, F>,
): Promise<Result<Handled<TicketState>, F>> => {
  if (!result.ok || result.value.state.status !== 'closed') return result
  const { records } = deps
  const { companyId } = meta
  const { position, state } = result.value
  const upTo = state.closeSeen !== null && state.closeSeen < position ? state.closeSeen : position
  await records.waitFor(['conversation'], records.logPosition(companyId, upTo))
  const done = await markRead(deps, {
    ...{ companyId, ticketId, upTo },
    meta: (...parts) => followUp(followUp(meta, 'closed'), ...parts),
  })
  return done.ok && done.value !== null ? ok({ ...result.value, position: done.value.position }) : result
}
