import { BOT_START, type BotState } from '@guiche/contracts/bot/state.js'
import { botAfter } from '@guiche/contracts/events/ticket-bot.js'
import { allRules, type Rule, type Rules, updateRule } from '../engine/projection.js'

type BotMove = 'ticket.bot-stepped.v1' | 'ticket.bot-left.v1' | 'ticket.bills-answered.v1'
/** The bot's state in a ticket's document after an event, without the choices, which the bot alone needs. */
export const botOf = (doc: { readonly bot?: BotState }, event: Parameters<typeof botAfter>[1]): BotState => {
  const { offered: _, ...bot } = botAfter(doc.bot ?? BOT_START, event)
  return bot
}

/** The bot continues or leaves. The ticket keeps its place in lists and its waiting time. */
const botContinues = <T extends BotMove>(collection: 'tickets' | 'opening'): Rule<T> =>
  updateRule(
    collection,
    (event) => event.data.ticketId,
    (doc, event) => ({ ...doc, bot: botOf(doc, event), position: event.position }),
  )
const botMoveRule = <T extends BotMove>(): Rule<T> =>
  allRules(botContinues<T>('tickets'), botContinues<T>('opening'))

/** State of a ticket's bot. */
export const botMoves: Rules<BotMove> = {
  'ticket.bot-stepped.v1': botMoveRule(),
  'ticket.bot-left.v1': botMoveRule(),
  'ticket.bills-answered.v1': botMoveRule(),
}
