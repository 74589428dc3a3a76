import { type BotMessage, type BotStep, mayAnswer, nextStep } from '@guiche/contracts/bot/next-step.js'
import { botLeft, isBotActive } from '@guiche/contracts/bot/state.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { isEnabled } from '../settings/of-company.js'
import { isAttended } from '../ticket/attended.js'
import { botConfigOf } from '../ticket/bot-config.js'
import { ticketDecider } from '../ticket/decide.js'
import type { TicketState } from '../ticket/state.js'
import { isStale } from './bot-stale.js'
import { closedTextOf } from './closed-text.js'
import { messageDecider } from './decide.js'
import { isCall } from './received-call.js'

type Needs = Pick<AreaDeps, 'kernel' | 'records' | 'standings' | 'clock'>
type WrittenEventType =
  | 'message.received.v1'
  | 'message.recovered.v1'
  | 'message.edited.v1'
  | 'message.requested.v1'
type EditedEvent = StoredEvent<EventNamed<'message.edited.v1'>>
type ReadMessageEvent = StoredEvent<EventNamed<'message.received.v1' | 'message.recovered.v1'>>
type AnswerEvent = ReadMessageEvent | EditedEvent

/** A contact's message as the bot reads it: only texts are answers, not files, places or polls. */
const messageOf = ({
  kind,
  body,
  media,
}: Pick<ReadMessageEvent['data'], 'kind' | 'body' | 'media'>): BotMessage => ({
  text: kind === 'conversation' && media === null ? body : null,
})

/** Whether the edited message is the contact's last answer, and the bot did not understand that answer. */
const mendsAnswer = ({ bot, botUnclear }: TicketState, messageId: string): boolean =>
  isBotActive(bot) && botUnclear === messageId

/** Whether the bot has the ticket, or may have it after this message. */
const isBots = (ticket: TicketState, message: BotMessage, messageId: string): boolean =>
  ticket.exists &&
  !ticket.deleted &&
  ticket.status === 'pending' &&
  !ticket.isGroup &&
  !isAttended(ticket) &&
  mayAnswer(ticket.bot, message) &&
  (message.edited !== true || mendsAnswer(ticket, messageId))

const takeStep = async (event: AnswerEvent, message: BotMessage, work: Work, needs: Needs): Promise<void> => {
  const { kernel, records, clock } = needs
  const { companyId, data } = event
  // decline-calls.ts answers a caller
  if ('fromMe' in data && isCall(data) && !(await isEnabled(records, companyId, 'call'))) return
  const stream = streams.ticket(data.ticketId)
  const { state: ticket } = await kernel.load(ticketDecider, stream)
  const { messageId } = data
  if (!isBots(ticket, message, messageId) || isStale(event, clock.now())) return
  // waits for an unreadable message: it may be an answer that is recovered in a moment
  if (
    'fromMe' in data &&
    data.kind === 'unreadable' &&
    data.details === undefined &&
    ticket.bot.at !== 'start'
  )
    return
  const config = await botConfigOf(needs, ticket)
  // no step without its words: the bot begins with the first message after the block
  if (config === null || (await needs.standings.isBlocked(companyId))) return
  const command = async (state: TicketState) => {
    const bot = { ...state.bot, queueId: state.queueId }
    const closed = (await closedTextOf(needs, state)) !== null
    const now = clock.now().toISOString()
    const stepOf = (isClosed: boolean) => nextStep(bot, message, config, { now, closed: isClosed })
    /** The step from a closed queue back to the menu of queues; null if the company is closed, too. */
    const leaves = async () => {
      const open = stepOf(false)
      if (open?.moves?.queueId !== null) return null
      return (await closedTextOf(needs, { ...state, queueId: null })) === null ? open : null
    }
    /** The bot leaves a contact who chose a closed queue: its menu is not sent, so nobody can answer it. */
    const unlessClosed = async (next: BotStep | null): Promise<BotStep | null> => {
      const queueId = next?.moves?.queueId ?? null
      if (closed || next === null || queueId === null) return next
      if ((await closedTextOf(needs, { ...state, queueId })) === null) return next
      return { ...next, state: botLeft(next.state, 'finished'), says: [{ kind: 'closed' }] }
    }
    const next = isBots(state, message, messageId)
      ? (stepOf(closed) ?? (closed ? await leaves() : null))
      : null
    const { time, position } = event
    return ok({
      kind: 'bot-step',
      message: { messageId, time, position },
      step: await unlessClosed(next),
    } as const)
  }
  work.settle(await kernel.execute(ticketDecider, stream, command, work.meta()))
}

/** Reads a recovered message as the bot would have read it on arrival. */
const readRecovered = async (
  event: StoredEvent<EventNamed<'message.recovered.v1'>>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const stream = streams.message(event.data.messageId)
  const { state } = await needs.kernel.load(messageDecider, stream)
  if (state.fromMe || isStale({ time: state.sentAt ?? event.time }, needs.clock.now())) return
  await takeStep(event, messageOf(event.data), work, needs)
}

/** Reads an edit that mends the last answer, as that answer. */
const readEdited = async (event: EditedEvent, work: Work, needs: Needs): Promise<void> => {
  const { ticketId, messageId, body } = event.data
  const { state: ticket } = await needs.kernel.load(ticketDecider, streams.ticket(ticketId))
  if (!mendsAnswer(ticket, messageId)) return
  const { state } = await needs.kernel.load(messageDecider, streams.message(messageId))
  await takeStep(event, { ...messageOf({ ...state, body }), edited: true }, work, needs)
}

/** A person answered a waiting ticket: the bot and all automatic texts stop on it. */
const leaveBot = async (
  { data, position }: StoredEvent<EventNamed<'message.received.v1' | 'message.requested.v1'>>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const stream = streams.ticket(data.ticketId)
  const { state } = await needs.kernel.load(ticketDecider, stream)
  if (state.status !== 'pending') return
  // skips messages written before the ticket began to wait or a person moved it; the bot's own moves do not count
  const moved = state.lastMove?.userId == null ? '' : state.lastMove.position
  if (position < moved || position < (state.activeSince ?? '')) return
  // a program that writes first answers nobody: the contact's answer gets the menu
  if ('source' in data && data.source === 'api' && state.bot.at === 'start') return
  await work.command(ticketDecider, stream, { kind: 'leave-bot', because: 'answered', caller: null })
}

/**
 * After a contact's message the bot takes its next step. The step is appended to the ticket's stream once, because its
 * command id derives from the message or its edit. Its texts follow from the step (say-bot-texts.ts). A person who answers, on the
 * screen, by the API or on the phone, takes the ticket out of the bot. Both are one consequence, because a ticket's
 * messages are read in order.
 */
export const takeBotStep = consequence<Needs, WrittenEventType>({
  name: 'take-bot-step',
  group: 'courtesies',
  harmless: ['ERR_NO_TICKET_FOUND'],
  lane: ({ data }) => String(data.ticketId),
  // the gateway reports an edit, but the contact chooses by an edit
  actor: ({ data, actor }) => ('by' in data ? { kind: 'contact', id: data.contactId } : actor),
  when: ({ data }) => {
    if ('source' in data) return (data.source === 'user' || data.source === 'api') && !data.forwarding
    if ('by' in data) return data.by === 'contact' && data.unreadable !== true
    // side and ticket of a recovered message are read from the streams later
    if (!('fromMe' in data)) return true
    return !data.imported && data.standing?.status === 'pending'
  },
  // the ticket of a person who writes here is seldom the bot's
  light: ({ data }) => 'source' in data && data.source === 'user',
  on: {
    'message.received.v1': (event, work, needs) =>
      event.data.fromMe ? leaveBot(event, work, needs) : takeStep(event, messageOf(event.data), work, needs),
    'message.recovered.v1': readRecovered,
    'message.edited.v1': readEdited,
    'message.requested.v1': leaveBot,
  },
})
