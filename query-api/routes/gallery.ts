import { COUNT_CAP } from '@guiche/contracts/counts.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { pluck } from '@guiche/contracts/pick.js'
import type { GalleryKind } from '@guiche/contracts/routes/contacts.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Condition, Scalar } from '@guiche/infra/read-store/read-store.js'
import { familyOf } from '@guiche/infra/records/family.js'
import type { RouteDeps } from '../deps.js'
import { cursorOf } from './paging.js'
import { readableRecords } from './record-pages.js'

const PAGE = 30
/** Messages that are looked through at once, and for one answer: what is looked for may be seldom. */
const AT_ONCE = 300
const MOST_READ = 1500
const NEWEST = [['order', -1]] as const

const WANTED: { readonly [K in GalleryKind]: Readonly<Record<string, Condition>> } = {
  pictures: { kind: { in: ['image', 'video'] }, mediaState: 'stored' },
  files: { kind: { in: ['application', 'audio'] }, mediaState: 'stored' },
  links: {},
}
/** What the conversation shows as a link. */
const LINK = /\bhttps?:\/\/[^\s]/i
const isWanted = (kind: GalleryKind, { body }: MessageDoc): boolean => kind !== 'links' || LINK.test(body)

/**
 * What a contact has sent and got, a page at a time, newest first. The messages are read along the contact. Each is shown
 * to who may open its ticket, as in the conversation.
 */
export const galleryOf = async (
  { documents, records }: RouteDeps,
  caller: Caller,
  contact: ContactDoc,
  { kind, after }: { readonly kind: GalleryKind; readonly after: readonly Scalar[] | null },
): Promise<{ messages: MessageRecord[]; cursor: string | null }> => {
  const { companyId } = caller
  const contactId = { in: await familyOf(documents, companyId, contact.contactId) }
  const found: MessageDoc[] = []
  let from = after
  let cursor: string | null = null
  for (let read = 0; read < MOST_READ && found.length < PAGE; read += AT_ONCE) {
    const messages: MessageDoc[] = await documents.find('messages', {
      where: { companyId, contactId, deleted: false, ...WANTED[kind] },
      sort: NEWEST,
      limit: AT_ONCE,
      ...(from !== null && { after: from }),
    })
    const tickets = await documents.getMany('tickets', [...new Set(pluck(messages, 'ticketId'))])
    const mayOpen = ({ ticketId }: MessageDoc) => {
      const ticket = tickets.get(String(ticketId))
      return ticket !== undefined && mayOpenTicket(caller, ticket)
    }
    const shown = messages.filter((message) => isWanted(kind, message) && mayOpen(message))
    const taken = shown.slice(0, PAGE - found.length)
    found.push(...taken)
    // behind the last one that was taken, where the page is full; else behind all that was read
    const last = taken.length < shown.length ? taken.at(-1) : messages.at(-1)
    const isEnd = messages.length < AT_ONCE && taken.length === shown.length
    cursor = isEnd || last === undefined ? null : cursorOf(last, NEWEST)
    if (cursor === null || last === undefined) break
    from = [last.order]
  }
  return { messages: await records.presentMessages(found, (other) => mayOpenTicket(caller, other)), cursor }
}

/** How much of a contact the caller may open; `tickets`: its newest ones. */
export const countsOfContact = async (
  { documents }: RouteDeps,
  caller: Caller,
  contact: ContactDoc,
  tickets: readonly TicketDoc[],
): Promise<{ tickets: number; files: number; schedules: number }> => {
  const { companyId } = caller
  const open = tickets.filter((ticket) => mayOpenTicket(caller, ticket))
  const contactId = { in: await familyOf(documents, companyId, contact.contactId) }
  const [files, schedules] = await Promise.all([
    open.length === 0
      ? 0
      : documents.count(
          'messages',
          [
            {
              ...{ companyId, ticketId: { in: pluck(open, 'ticketId') } },
              ...{ mediaState: 'stored', deleted: false },
            },
          ],
          COUNT_CAP,
        ),
    readableRecords(documents, 'schedule', caller, { where: { contactId } }),
  ])
  return { tickets: open.length, files, schedules: schedules.length }
}
