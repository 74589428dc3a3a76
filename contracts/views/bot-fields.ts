import { type TUnsafe, Type } from '@sinclair/typebox'
import { BOT_START, type BotState, isBotActive } from '../bot/state.js'
import { Id, Nullable } from '../envelope.js'
import { BotProgress } from '../events/ticket-bot.js'
import type { TicketDoc } from './ticket.js'

/**
 * Integration fields of a ticket. No integration attends tickets yet, but existing clients read the fields.
 */
export const NO_INTEGRATION = {
  useIntegration: false,
  promptId: null,
  integrationId: null,
  typebotSessionId: null,
  typebotStatus: false,
} as const
type NoIntegration = typeof NO_INTEGRATION

/** The schemas of these fields. */
export const noIntegration = Object.fromEntries(
  Object.entries(NO_INTEGRATION).map(([name, value]) => [
    name,
    value === null ? Type.Null() : Type.Literal(value),
  ]),
) as unknown as { readonly [N in keyof NoIntegration]: TUnsafe<NoIntegration[N]> }

/** Schemas of the bot's fields of a ticket. */
export const botFields = {
  /** the bot waits for an answer of the contact */
  chatbot: Type.Boolean(),
  /** the option that the contact chose last; null at the root of a queue's options, and without a bot */
  queueOptionId: Nullable(Id),
  /** number of queue menus sent since the last choice */
  amountUsedBotQueues: Type.Integer({ minimum: 0 }),
  /** the contact's state with the bot, or the reason for the bot's silence */
  bot: Type.Unsafe<BotState>(BotProgress),
}

/** Fields of bodies that existing clients send back. */
export const BOT_FIELD_NAMES = [...Object.keys(NO_INTEGRATION), ...Object.keys(botFields)]

/** Fields of a ticket about its bot. */
export const botFieldsOf = ({
  bot = BOT_START,
  queueId = null,
}: Partial<Pick<TicketDoc, 'bot' | 'queueId'>>) => ({
  chatbot: isBotActive(bot),
  queueOptionId: bot.path.at(-1) ?? null,
  amountUsedBotQueues: bot.menus,
  bot: { ...bot, path: [...bot.path], queueId },
})
