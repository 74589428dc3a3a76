import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { BoundedCache } from '@guiche/infra/bounded-cache.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { isEnabled } from '../settings/of-company.js'
import { isAttended } from '../ticket/attended.js'
import { botConfigOf, hasBot } from '../ticket/bot-config.js'
import { createSay, createSayFile } from './automatic-message.js'
import type { Chats } from './chats.js'
import { closedTextOf } from './closed-text.js'
import { isCall } from './received-call.js'
import { createRequestCopy } from './request-copy.js'

interface Needs
  extends Pick<
    AreaDeps,
    'kernel' | 'records' | 'documents' | 'standings' | 'roomToSend' | 'blobs' | 'vault' | 'clock'
  > {
  readonly chats: Chats
  /** ids of sent greetings, so that further messages of a waiting contact cause no look-up */
  readonly greeted: BoundedCache<string, true>
}

const greetingOf = async (
  { records }: Needs,
  { companyId, queueIds, greetingMessage }: ConnectionDoc,
): Promise<string> => {
  const [queueId] = queueIds
  if (queueId === undefined) return greetingMessage.trim()
  if (!(await isEnabled(records, companyId, 'sendGreetingMessageOneQueues'))) return ''
  return greetingMessage.trim() || ((await records.queue(companyId, queueId))?.greetingMessage.trim() ?? '')
}

const lastOwn = async ({ documents }: Needs, companyId: number, ticketId: number): Promise<string> => {
  const where = { companyId, ticketId, fromMe: true, read: true }
  const last = await documents.first('messages', { where, sort: [['order', -1]] })
  return last?.body ?? ''
}

/**
 * Greets a contact that writes and waits. A connection with a single queue greets if the setting asks for it: with its
 * own greeting, else with the queue's. A connection without queue always greets with its own. With a menu the bot
 * greets (take-bot-step.ts). One greeting per begin or return of a ticket, because the message id derives from it; none
 * if our last message says the same. Groups, attended tickets and imported messages get none, and neither does a
 * contact who gets an out-of-hours text (say-closed.ts).
 */
export const greet = consequence<Needs, 'message.received.v1'>({
  name: 'greet',
  group: 'courtesies',
  speaks: true,
  when: ({ data }) => !data.fromMe && !data.imported && data.standing?.status === 'pending',
  on: {
    'message.received.v1': async ({ companyId, data }, work, needs) => {
      const { records, chats, greeted } = needs
      // decline-calls.ts answers a caller
      if (isCall(data) && !(await isEnabled(records, companyId, 'call'))) return
      const connection = await records.connection(companyId, data.connectionId)
      if (connection === null || connection.queueIds.length > 1) return
      const text = await greetingOf(needs, connection)
      if (text === '') return
      const chat = await chats.of(data.ticketId)
      if (chat === null || !chat.hasConnection || chat.contact.erasing) return
      const { ticket } = chat
      const queueId = connection?.queueIds[0] ?? null
      if (ticket.status !== 'pending' || isAttended(ticket) || ticket.queueId !== queueId) return
      if (ticket.isGroup || (await closedTextOf(needs, ticket)) !== null) return
      const commandId = derivedUuid('greeting', String(ticket.ticketId), ticket.activeSince ?? '')
      if (greeted.has(commandId)) return
      const config = await botConfigOf(needs, ticket)
      if (config !== null && hasBot(config)) return
      const body = await chats.render(text, chat)
      await work.shown('conversation')
      if (!(await lastOwn(needs, companyId, ticket.ticketId)).includes(body)) {
        const meta = { ...work.meta(), commandId }
        // The file goes first: a greeting is recognised by its text, so the text must come last.
        if (connection?.media)
          await createSayFile(createRequestCopy(needs))('greeting', chat, connection.media, meta)
        await createSay(needs)('greeting', chat, body, meta)
      }
      greeted.set(commandId, true)
    },
  },
})
