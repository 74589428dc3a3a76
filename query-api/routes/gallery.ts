import { pluck } from '@guiche/contracts/pick.js'
import type { GalleryKind } from '@guiche/contracts/routes/contacts.js'
import { COUNT_CAP, GALLERY_PAGE } from '@guiche/contracts/ticket/counts.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Condition, Scalar, Where } from '@guiche/infra/read-store/read-store.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'
import type { RouteDeps } from '../deps.js'
import { cursorOf } from './paging.js'
import { readableRecords } from './record-pages.js'

/** Messages read at once, and maximum of messages read for one answer: matches may be rare. */
const AT_ONCE = 300
const MOST_READ = 1500
const NEWEST_FIRST = [['order', -1]] as const

/** A link, by the pattern that the conversation uses. */
const LINK = /\bhttps?:\/\/[^\s]/i
interface WantedMedia {
  /** the indexed condition: with other conditions the read store would scan a whole history */
  readonly where: Where
  is(message: MessageDoc): boolean
}
const withMedia = (...kinds: readonly string[]): WantedMedia => ({
  where: { mediaState: 'stored' },
  is: ({ kind }) => kinds.includes(kind),
})
const MEDIA_OF_KIND: { readonly [K in GalleryKind]: WantedMedia } = {
  pictures: withMedia('image', 'video'),
  files: withMedia('application', 'audio'),
  links: { where: {}, is: ({ body }) => LINK.test(body) },
}

/**
 * A contact's sent and received items, a page at a time, newest first. Reads along the contact's messages.
 * Each item is shown to readers who may open its ticket, as in the conversation.
 */
export const galleryOf = async (
  { documents, records }: RouteDeps,
  caller: Caller,
  contact: ContactDoc,
  { kind, after }: { readonly kind: GalleryKind; readonly after: readonly Scalar[] | null },
): Promise<{ messages: MessageRecord[]; cursor: string | null }> => {
  const { companyId } = caller
  const contactId = { in: await mergedIdsOf(documents, companyId, contact.contactId) }
  const found: MessageDoc[] = []
  let from = after
  let cursor: string | null = null
  for (let read = 0; read < MOST_READ && found.length < GALLERY_PAGE; read += AT_ONCE) {
    const messages: MessageDoc[] = await documents.find('messages', {
      where: { companyId, contactId, ...MEDIA_OF_KIND[kind].where },
      sort: NEWEST_FIRST,
      limit: AT_ONCE,
      ...(from !== null && { after: from }),
    })
    const tickets = await documents.getMany('tickets', [...new Set(pluck(messages, 'ticketId'))])
    const mayOpen = ({ ticketId }: MessageDoc) => {
      const ticket = tickets.get(String(ticketId))
      return ticket !== undefined && mayOpenTicket(caller, ticket)
    }
    const shown = messages.filter(
      (message) => !message.deleted && MEDIA_OF_KIND[kind].is(message) && mayOpen(message),
    )
    const taken = shown.slice(0, GALLERY_PAGE - found.length)
    found.push(...taken)
    // position of the last item if the page is full; else of the last item read
    const last = taken.length < shown.length ? taken.at(-1) : messages.at(-1)
    const isEnd = messages.length < AT_ONCE && taken.length === shown.length
    cursor = isEnd || last === undefined ? null : cursorOf(last, NEWEST_FIRST)
    if (cursor === null || last === undefined) break
    from = [last.order]
  }
  return { messages: await records.presentMessages(found, (other) => mayOpenTicket(caller, other)), cursor }
}

/** Number of a contact's files in these tickets, among the newest files: older files are not counted. */
const countFiles = async (
  { documents }: RouteDeps,
  { companyId, contactId, ticketIds }: { companyId: number; contactId: Condition; ticketIds: number[] },
): Promise<number> => {
  if (ticketIds.length === 0) return 0
  const where = { companyId, contactId, mediaState: 'stored' }
  const [last] = await documents.find('messages', { where, sort: NEWEST_FIRST, skip: COUNT_CAP, limit: 1 })
  const looked: Where = last === undefined ? {} : { order: { gt: last.order } }
  const meant: Where = { ...where, ...looked, ticketId: { in: ticketIds }, deleted: false }
  return documents.count('messages', [meant], COUNT_CAP)
}

/** Counts of a contact's items that the caller may open; `tickets`: its newest ones. */
export const countsOfContact = async (
  deps: RouteDeps,
  caller: Caller,
  contact: ContactDoc,
  tickets: readonly TicketDoc[],
): Promise<{ tickets: number; files: number; schedules: number }> => {
  const { documents } = deps
  const { companyId } = caller
  const open = tickets.filter((ticket) => mayOpenTicket(caller, ticket))
  const contactId = { in: await mergedIdsOf(documents, companyId, contact.contactId) }
  const [files, schedules] = await Promise.all([
    countFiles(deps, { companyId, contactId, ticketIds: pluck(open, 'ticketId') }),
    readableRecords(documents, 'schedule', caller, { where: { contactId } }),
  ])
  return { tickets: open.length, files, schedules: schedules.length }
}
