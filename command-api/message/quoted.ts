import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { contactDecider } from '../contact/decide.js'
import type { Kernel } from '../kernel/kernel.js'
import type { Chat } from './chats.js'
import { messageDecider } from './decide.js'
import type { createWritable } from './writable.js'

/**
 * Checks the id of a quoted message: the message must be of this conversation, and the caller must be able to open its
 * ticket. Errors: ERR_NO_MESSAGE_FOUND for any other id.
 */
export const createQuoted =
  ({ kernel, openable }: { kernel: Kernel } & Pick<ReturnType<typeof createWritable>, 'openable'>) =>
  async (
    caller: Caller,
    { ticket }: Chat,
    id: string | null,
  ): Promise<Result<string | null, DomainError>> => {
    if (id === null) return ok(null)
    const missing = err(domainError('ERR_NO_MESSAGE_FOUND'))
    if (!/^[0-9a-f]{32}$/.test(id)) return missing
    const { state } = await kernel.load(messageDecider, streams.message(id))
    if (!state.exists || state.companyId !== ticket.companyId || state.connectionId !== ticket.connectionId) {
      return missing
    }
    if (state.ticketId !== ticket.ticketId && !(await openable(caller, state.ticketId)).ok) return missing
    if (state.contactId === ticket.contactId) return ok(id)
    const writer = await kernel.load(contactDecider, streams.contact(state.contactId))
    return writer.state.mergedInto === ticket.contactId ? ok(id) : missing
  }
