import { type TUnsafe, Type } from '@sinclair/typebox'
import {
  BOT_LEFT,
  BOT_PLACES,
  BOT_START,
  type BotState,
  botLeft,
  isBotActive,
  MOST_OFFERED,
} from '../bot/state.js'
import type { BotSaid } from '../bot/texts.js'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { BILLING_SYSTEMS } from '../settings/settings.js'

const Path = Type.Array(Id, { maxItems: 500 })
const Whole = Type.Integer({ minimum: 0 })
/** A contact's state with the bot. */
export const BotProgress = Strict({
  at: OneOf(BOT_PLACES),
  queueId: Nullable(Id),
  path: Path,
  because: Nullable(OneOf(BOT_LEFT)),
  tries: Whole,
  most: Whole,
  menus: Whole,
  askedAt: Nullable(Time),
  burst: Nullable(Strict({ since: Time, count: Whole })),
  lookups: Type.Optional(Whole),
  files: Type.Optional(Whole),
  offered: Type.Optional(Type.Array(Strict({ number: Whole, id: Id }), { maxItems: MOST_OFFERED })),
  late: Type.Optional(Type.Literal(true)),
})
/** A part of the bot's answer, without its text: see contracts/bot/texts.ts. */
const Said = Type.Unsafe(
  Strict({
    kind: OneOf(['menu', 'queue', 'option', 'handed-over', 'document', 'looking', 'no-bills', 'closed']),
    greets: Type.Optional(Type.Boolean()),
    misunderstood: Type.Optional(Type.Boolean()),
    queueId: Type.Optional(Id),
    path: Type.Optional(Path),
    failed: Type.Optional(Type.Boolean()),
    bare: Type.Optional(Type.Literal(true)),
  }),
) as TUnsafe<BotSaid>

/**
 * `late`: the bot left the ticket during the lookup, so nothing was sent. `dropped`: the bot had left before
 * the lookup.
 */
const BILL_OUTCOMES = ['found', 'none', 'failed', 'late', 'dropped'] as const
export type BillOutcome = (typeof BILL_OUTCOMES)[number]

const common = { ticketId: Id, contactId: Id }
/** Events of the ticket's stream, with ids only: the contact's texts are in the messages. */
export const botEvents = {
  /** the bot took a step; the move event before it changes the queue */
  'ticket.bot-stepped.v1': Strict({
    ...common,
    /** id of the contact's message; null for a start by a person, or by time */
    messageId: Nullable(Type.String()),
    /** position of that message, or of its edit, in the log; earlier messages do not count as answers */
    after: Nullable(Strict({ time: Time, position: Type.String() })),
    bot: Type.Unsafe<BotState>(BotProgress),
    says: Type.Array(Said, { maxItems: 10 }),
    /** billing systems must be asked with the document in the message */
    asks: Type.Optional(Type.Literal('bills')),
  }),
  /** billing systems answered, or the lookup failed; the bot's next step answers the contact */
  'ticket.bills-answered.v1': Strict({
    ...common,
    outcome: OneOf(BILL_OUTCOMES),
    /** number of bills sent to the contact */
    count: Whole,
    /** the last billing system that failed, and its error; null without a failure */
    system: Nullable(OneOf(BILLING_SYSTEMS)),
    code: Nullable(Type.String()),
  }),
  /** the bot is silent from now on */
  'ticket.bot-left.v1': Strict({ ...common, because: OneOf(BOT_LEFT) }),
} as const

type BotEvent = EventsOf<typeof botEvents>
type DataOf<T extends BotEvent['type']> = Extract<BotEvent, { readonly type: T }>['data']
const botMovedOn = (bot: BotState): BotState => (isBotActive(bot) ? botLeft(bot, 'moved') : bot)

const withoutLateMark = ({ late: _, ...bot }: BotState): BotState => bot

/**
 * The bot's state once an agent's answer no longer counts: the ticket changed hands, so the contact may
 * restart the bot.
 */
const answeredNoMore = (bot: BotState): BotState =>
  bot.because === 'answered' ? { ...bot, because: 'moved' } : bot

/**
 * A ticket's bot state after an event of its stream. A move by a person ends the bot. A step of the bot
 * follows the bot's own move.
 */
export const botAfter = (
  bot: BotState,
  event: { readonly type: string; readonly data: object },
): BotState => {
  switch (event.type) {
    case 'ticket.bot-stepped.v1':
      return (event.data as DataOf<'ticket.bot-stepped.v1'>).bot
    case 'ticket.bot-left.v1': {
      const { because } = event.data as DataOf<'ticket.bot-left.v1'>
      return { ...botLeft({ ...bot, at: 'start' }, because) }
    }
    case 'ticket.accepted.v1':
    case 'ticket.returned.v1':
    case 'ticket.transferred.v1':
    case 'ticket.reopened.v1':
      return answeredNoMore(botLeft(bot, 'moved'))
    case 'ticket.bills-answered.v1':
      return (event.data as DataOf<'ticket.bills-answered.v1'>).outcome === 'late'
        ? { ...bot, late: true }
        : bot
    case 'ticket.closed.v1':
      return withoutLateMark(answeredNoMore(botMovedOn(bot)))
    case 'ticket.close-undone.v1':
      return (event.data as { readonly bot?: BotState }).bot ?? bot
    case 'ticket.opened.v1':
      return BOT_START
    default:
      return bot
  }
}
