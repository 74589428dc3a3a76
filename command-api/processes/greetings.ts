import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { StoredMedia } from '@guiche/contracts/records/fields.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Meta } from '../kernel/kernel.js'
import type { Chat, Chats } from '../message/chats.js'
import type { Work } from './process.js'

interface Deps {
  readonly chats: Chats
  readonly documents: Pick<Documents, 'first'>
  readonly records: Pick<Records, 'connection' | 'queue'>
  readonly enabled: (companyId: number, key: 'sendGreetingMessageOneQueues') => Promise<boolean>
  /** sends an automatic text; repeating it is harmless */
  readonly say: (chat: Chat, body: string, meta: Meta) => Promise<void>
  /** sends the connection's file likewise */
  readonly sayFile: (chat: Chat, file: StoredMedia, meta: Meta) => Promise<void>
}

const REMEMBERED = 10_000

/** The queue of new tickets: with several, a ticket waits without a queue. */
const onlyQueueOf = ([queueId, second]: readonly number[]): number | null =>
  second === undefined ? (queueId ?? null) : null

/**
 * Greets a contact that writes and waits. A connection with a single queue greets where the setting asks for it: with
 * its greeting, else with the queue's. A connection with no queue or several always greets with its own. Once each time
 * a ticket begins or returns, because the id comes from that, and not where our last message says it already. Never in
 * groups, on attended tickets, or for imported messages.
 */
export const createGreetings = ({ chats, documents, records, enabled, say, sayFile }: Deps) => {
  const greeted = createBoundedCache<string, true>(REMEMBERED)

  const greetingOf = async ({ companyId, queueIds, greetingMessage }: ConnectionDoc): Promise<string> => {
    const queueId = onlyQueueOf(queueIds)
    if (queueId === null) return greetingMessage.trim()
    if (!(await enabled(companyId, 'sendGreetingMessageOneQueues'))) return ''
    return greetingMessage.trim() || ((await records.queue(companyId, queueId))?.greetingMessage.trim() ?? '')
  }

  const lastOwn = async (companyId: number, ticketId: number): Promise<string> => {
    const where = { companyId, ticketId, fromMe: true, read: true }
    const last = await documents.first('messages', { where, sort: [['order', -1]] })
    return last?.body ?? ''
  }

  return async (event: StoredEvent<EventNamed<'message.received.v1'>>, { shown }: Work): Promise<void> => {
    const { companyId, correlationId, actor, data } = event
    if (data.fromMe || data.imported || data.standing?.status !== 'pending') return
    const connection = await records.connection(companyId, data.connectionId)
    const text = connection === null ? '' : await greetingOf(connection)
    if (text === '') return
    const chat = await chats.of(data.ticketId)
    if (chat === null || !chat.hasConnection || chat.contact.erasing) return
    const { ticket } = chat
    const queueId = onlyQueueOf(connection?.queueIds ?? [])
    if (ticket.status !== 'pending' || ticket.userId !== null || ticket.queueId !== queueId) return
    if (ticket.isGroup) return
    const commandId = derivedUuid('greeting', String(ticket.ticketId), ticket.activeSince ?? '')
    if (greeted.has(commandId)) return
    const body = await chats.render(text, chat)
    await shown('conversation')
    if (!(await lastOwn(companyId, ticket.ticketId)).includes(body)) {
      const meta = { commandId, companyId, actor, correlationId }
      // The file goes first: a greeting is recognised by its text, so the text must come last.
      if (connection?.media) await sayFile(chat, connection.media, meta)
      await say(chat, body, meta)
    }
    greeted.set(commandId, true)
  }
}
