import { truncateText } from '@guiche/contracts/truncate.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type EventOf, type Rule, updateRule } from '../engine/projection.js'

type OriginEvent = EventOf<'message.received.v1'> | EventOf<'message.recovered.v1'>

/** Maximum characters of an advertisement's title, because every list that shows the ticket contains it. */
const MAX_TITLE_LENGTH = 200

/**
 * The ticket with the advertisement that its contact came by. The last advertisement counts; of old messages the one
 * met first.
 */
export const withOrigin = (doc: TicketDoc, { data }: OriginEvent): TicketDoc => {
  const { details, messageId } = data
  const isOld = 'imported' in data && data.imported
  if (details?.of !== 'ad' || (isOld && (doc.originId ?? null) !== null)) return doc
  const { title, url, clickId, source } = details
  return {
    ...doc,
    originId: messageId,
    origin: { title: truncateText(title, MAX_TITLE_LENGTH), url, clickId, source },
  }
}

const ofTicket = (event: { readonly data: { readonly ticketId: number } }): number => event.data.ticketId

/** A message that was unreadable turns out to be the answer to an advertisement. */
export const originFound: Rule<'message.recovered.v1'> = updateRule('tickets', ofTicket, (doc, event) => {
  const found = withOrigin(doc, event)
  return found === doc ? doc : { ...found, position: event.position }
})

/** An advertisement is forgotten with the message that named it. */
export const originErased: Rule<'message.erased.v1'> = updateRule(
  'tickets',
  ofTicket,
  (doc, { data, position }) =>
    doc.originId === data.messageId ? { ...doc, originId: null, origin: null, position } : doc,
)
