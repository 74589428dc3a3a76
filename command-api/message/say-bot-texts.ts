import { textsOf } from '@guiche/contracts/bot/texts.js'
import type { BoundedCache } from '@guiche/infra/bounded-cache.js'
import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { isAttended } from '../ticket/attended.js'
import { isBotOver } from '../ticket/bot.js'
import { botConfigOf } from '../ticket/bot-config.js'
import { createSay, createSayFile, rejectUnlessSent } from './automatic-message.js'
import { isStale } from './bot-stale.js'
import type { Chats } from './chats.js'
import { closedTextOf } from './closed-text.js'
import { createRequestCopy } from './request-copy.js'
import { createSayClosed } from './say-closed-text.js'
import { createSendList } from './send-list.js'

interface Needs
  extends Pick<
    AreaDeps,
    'kernel' | 'records' | 'documents' | 'standings' | 'roomToSend' | 'blobs' | 'vault' | 'clock'
  > {
  readonly chats: Chats
  readonly greeted: BoundedCache<string, true>
}

/**
 * Sends the texts of a bot's step, in the words of the current configuration. Each text is sent once, because its
 * message id comes from the step. Texts keep the order of the steps, which share one stream. A ticket that a person has
 * gets no text.
 */
export const sayBotTexts = consequence<Needs, 'ticket.bot-stepped.v1'>({
  name: 'say-bot-texts',
  group: 'courtesies',
  speaks: true,
  when: ({ data }) => data.says.length > 0,
  on: {
    'ticket.bot-stepped.v1': async (event, work, needs) => {
      const { data } = event
      const { chats, clock } = needs
      const chat = await chats.of(data.ticketId)
      if (chat === null || !chat.hasConnection || chat.contact.erasing) return
      const { ticket } = chat
      if (ticket.status !== 'pending' || isAttended(ticket) || isBotOver(ticket)) return
      if (isStale(event, clock.now())) return
      // the queue that was chosen just now may be closed
      const closed = await closedTextOf(needs, ticket)
      if (closed !== null) return createSayClosed(needs)(chat, closed, event, work.meta())
      const config = await botConfigOf(needs, { ...ticket, queueId: data.bot.queueId })
      if (config === null) return
      for (const [index, { text, media, fileListId }] of textsOf(data.says, config).entries()) {
        const meta = work.meta('text', index)
        // files go first, because the text asks for an answer
        if (media !== null) await createSayFile(createRequestCopy(needs))('bot', chat, media, meta)
        if (fileListId !== null) {
          rejectUnlessSent(
            await createSendList(needs).send(chat, fileListId, { source: 'bot', userId: null }, meta),
          )
        }
        if (text !== '') await createSay(needs)('bot', chat, await chats.render(text, chat), meta)
      }
    },
  },
})
