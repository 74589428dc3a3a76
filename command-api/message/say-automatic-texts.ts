import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { sameAssignment, type TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { isEnabled, languageOf } from '../settings/of-company.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { createReopening } from '../ticket/reopening.js'
import { createSay } from './automatic-message.js'
import { AUTOMATIC_TEXTS, transferText } from './automatic-texts.js'
import type { Chats } from './chats.js'
import type { RequestedData } from './commands.js'
import { createHasOnlyHistory } from './only-history.js'

interface Needs extends Pick<AreaDeps, 'kernel' | 'records' | 'documents' | 'standings' | 'roomToSend'> {
  readonly chats: Chats
  readonly activeTickets: ActiveTickets
}
type EventWithText<T extends TextEventType> = StoredEvent<EventNamed<T>>
type AboutRating = 'ticket.rated.v1' | 'ticket.rating-unclear.v1'
type TextEventType = 'ticket.accepted.v1' | 'ticket.transferred.v1' | 'ticket.closed.v1' | AboutRating

/** A text that the company sends by itself; its variables and those in `more` are filled in later. */
interface AutomaticText {
  readonly source: Exclude<RequestedData['source'], 'user'>
  readonly text: string
  readonly more: Readonly<Record<string, string>>
}

type ClosingText = 'complationMessage' | 'expiresInactiveMessage'
/** The connection's text for a close with this reason. */
const ON_CLOSE: Readonly<Record<string, ClosingText>> = {
  resolved: 'complationMessage',
  expired: 'expiresInactiveMessage',
}

const namesInText = async ({ records }: Needs, companyId: number, { userId, queueId }: TicketAssignment) => {
  const [user, queue] = await Promise.all([
    userId === null ? null : records.user(companyId, userId),
    queueId === null ? null : records.queue(companyId, queueId),
  ])
  return { attendant: user?.name ?? '', queue: queue?.name ?? '' }
}

const ofConnection = async (
  { records }: Needs,
  companyId: number,
  connectionId: number,
  setting: ClosingText,
): Promise<AutomaticText | null> => {
  const text = (await records.connection(companyId, connectionId))?.[setting] ?? ''
  return text.trim() === '' ? null : { source: 'completion', text, more: {} }
}

/** Says a text, unless the ticket has moved on: an event that failed is tried again, even days later. */
const sayText = async (
  event: EventWithText<TextEventType>,
  work: Work,
  needs: Needs,
  automatic: AutomaticText | null,
): Promise<void> => {
  if (automatic === null) return
  const { chats } = needs
  const chat = await chats.of(event.data.ticketId)
  if (chat === null || !chat.hasConnection || chat.contact.erasing) return
  if ('to' in event.data && !sameAssignment(chat.ticket, event.data.to)) return
  if (automatic.source === 'greeting' && chat.ticket.isGroup) return
  if (await createHasOnlyHistory(needs)(chat, event.position)) return
  const body = await chats.render(automatic.text, chat, automatic.more)
  await createSay(needs)(automatic.source, chat, body, work.meta())
}

const sayOnAccept = async (
  event: EventWithText<'ticket.accepted.v1'>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const { companyId, data } = event
  if (!(await isEnabled(needs.records, companyId, 'sendGreetingAccepted'))) return
  const text = AUTOMATIC_TEXTS[await languageOf(needs.records, companyId)].accepted
  await sayText(event, work, needs, {
    source: 'greeting',
    text,
    more: await namesInText(needs, companyId, data.to),
  })
}

const sayOnTransfer = async (
  event: EventWithText<'ticket.transferred.v1'>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const { companyId, data, actor } = event
  // the bot answers a contact who chose the queue from the menu
  if (actor.kind === 'contact') return
  const text = transferText(await languageOf(needs.records, companyId), data.from, data.to)
  if (text === null || !(await isEnabled(needs.records, companyId, 'sendMsgTransfTicket'))) return
  await sayText(event, work, needs, {
    source: 'transfer',
    text,
    more: await namesInText(needs, companyId, data.to),
  })
}

const sayOnClose = async (
  event: EventWithText<'ticket.closed.v1'>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const { companyId, data } = event
  if (await createReopening(needs)({ ...event, ...data })) return
  const setting = data.undoSeconds === undefined ? ON_CLOSE[data.reason] : undefined
  if (setting === undefined) return
  await sayText(event, work, needs, await ofConnection(needs, companyId, data.to.connectionId, setting))
}

/** Sends the thanks for a rating: the connection's own text, else the default text. */
const thankForRating = async (event: EventWithText<AboutRating>, work: Work, needs: Needs): Promise<void> => {
  const connectionId = (await needs.chats.of(event.data.ticketId))?.ticket.connectionId ?? 0
  const own = await ofConnection(needs, event.companyId, connectionId, 'complationMessage')
  const text = AUTOMATIC_TEXTS[await languageOf(needs.records, event.companyId)].thanks
  await sayText(event, work, needs, own ?? { source: 'completion', text, more: {} })
}

const sayRatingUnclear = async (
  event: EventWithText<'ticket.rating-unclear.v1'>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  // the conversation has begun again meanwhile
  if ((await needs.chats.of(event.data.ticketId))?.ticket.status !== 'closed') return
  if (event.data.unread) return
  if (event.data.over) return thankForRating(event, work, needs)
  const { notUnderstood, rating } = AUTOMATIC_TEXTS[await languageOf(needs.records, event.companyId)]
  await sayText(event, work, needs, { source: 'completion', text: `${notUnderstood}\n\n${rating}`, more: {} })
}

/**
 * Sends the automatic texts about a ticket: greeting on acceptance, notice of a transfer, thanks for a rating, and the
 * question again after a reply that is no rating. Each needs its setting, and a ticket as the event says. Each is sent
 * once, because the message id derives from the event. They are one consequence, because a contact must get them in
 * this order. The text on resolution is due work (completion.ts), except for earlier closes that could not be undone.
 */
export const sayAutomaticTexts = consequence<Needs, TextEventType>({
  name: 'say-automatic-texts',
  group: 'courtesies',
  speaks: true,
  // derives from the first name of this consequence: an event repeated after an upgrade gives the same message
  commandId: ({ id }) => derivedUuid('courtesy', id),
  on: {
    'ticket.accepted.v1': sayOnAccept,
    'ticket.transferred.v1': sayOnTransfer,
    'ticket.closed.v1': sayOnClose,
    'ticket.rated.v1': thankForRating,
    'ticket.rating-unclear.v1': sayRatingUnclear,
  },
})
