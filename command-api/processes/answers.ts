import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Records } from '@guiche/infra/records/records.js'
import { connectionsDecider } from '../connections/decide.js'
import type { Kernel } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { messageDecider } from '../message/decide.js'
import { markRead } from '../ticket/reading.js'
import type { Work } from './process.js'

type Answer = EventNamed<
  'ticket.accepted.v1' | 'ticket.rated.v1' | 'message.requested.v1' | 'message.received.v1'
>

/**
 * Marks messages of the contact as read when a user accepts the ticket, answers, or answers on our own phone, and when they
 * rated a conversation. The view has to show that event first. Imported and automatic texts mark nothing, and neither does a
 * message that is forwarded into a conversation: whoever forwards it has seen another one.
 */
export const createReadByAnswer =
  (deps: { kernel: Kernel; records: Records }) =>
  async (event: StoredEvent<Answer>, { shown }: Work): Promise<void> => {
    const { companyId, correlationId, actor, position, data } = event
    if ('source' in data && data.source !== 'user') return
    if ('forwarding' in data && data.forwarding) return
    if ('fromMe' in data && (!data.fromMe || data.imported)) return
    await shown('conversation')
    const meta = { commandId: derivedUuid('read-by-answer', event.id), companyId, actor, correlationId }
    const done = await markRead(deps, { companyId, ticketId: data.ticketId, upTo: position, meta })
    if (!done.ok && done.error.code !== 'ERR_NO_TICKET_FOUND') throw new Refused(done.error.code)
  }

/** Fails a message that was requested during the deletion of its connection; earlier ones fail with the deletion. */
export const createFailWithoutConnection =
  (kernel: Kernel) =>
  async (event: StoredEvent<EventNamed<'message.requested.v1' | 'message.retried.v1'>>): Promise<void> => {
    const { companyId, correlationId, actor, data } = event
    const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
    if (state.all.has(data.connectionId)) return
    const meta = { commandId: derivedUuid('no-connection', event.id), companyId, actor, correlationId }
    const fail = { kind: 'fail', what: 'send', code: 'ERR_WAPP_DELETED' } as const
    const done = await kernel.execute(messageDecider, streams.message(data.messageId), fail, meta)
    if (!done.ok && done.error.code === 'ERR_UNAVAILABLE') throw new Refused(done.error.code)
  }
