import type { BoundedCache } from '@guiche/infra/bounded-cache.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { createSay } from './automatic-message.js'
import type { Chat, Chats } from './chats.js'
import type { ClosedText } from './closed-text.js'

interface SayClosedDeps extends Pick<AreaDeps, 'kernel' | 'documents' | 'standings' | 'roomToSend'> {
  readonly chats: Chats
  /** ids of sent texts, as for greetings */
  readonly greeted: BoundedCache<string, true>
}

/**
 * Sends a text out of hours, once for each contact and closed period: the message id derives from both. A contact who
 * goes on to another closed queue gets that queue's own text, too.
 * `event`: the event before the text. A late retry of the event belongs to its earlier period.
 */
export const createSayClosed =
  (deps: SayClosedDeps) =>
  async (
    chat: Chat,
    { since, text, queueId }: ClosedText,
    { time }: { readonly time: string },
    meta: Meta,
  ) => {
    const { chats, greeted } = deps
    if (since !== null && Date.parse(time) < since) return
    const ofQueue = queueId === null ? [] : [String(queueId)]
    const commandId = derivedUuid('closed', String(chat.ticket.contactId), String(since ?? ''), ...ofQueue)
    if (greeted.has(commandId)) return
    await createSay(deps)('greeting', chat, await chats.render(text, chat), { ...meta, commandId })
    greeted.set(commandId, true)
  }
