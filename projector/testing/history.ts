import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { PlainMove, TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { PRIORITIES } from '@guiche/contracts/ticket/priority.js'
import { createLog } from './events.js'

interface Ticket {
  readonly id: number
  contactId: number
  place: TicketAssignment
  laneId: number | null
  readonly messages: string[]
  unread: string[]
}

const USERS = [11, 12, 13]
const QUEUES = [21, 22, null]
const LANES = [41, 42, null]
const CONNECTION = 31

/**
 * Turns numbers into a valid history of one company. Each number chooses the next event, so the same numbers give the same
 * history, and all numbers give a valid one.
 */
export const historyOf = (numbers: readonly number[], companyId = 1): readonly StoredEvent[] => {
  const log = createLog(companyId)
  const tickets: Ticket[] = []
  const base = companyId * 1_000_000
  let lastTicket = base
  let lastMessage = 0
  let lastContact = base
  const users = USERS.map((id) => id + base)
  const queues = QUEUES.map((id) => (id === null ? null : id + base))
  const connectionId = CONNECTION + base

  log.add('company.registered.v1', {
    companyId,
    name: 'Company',
    email: '',
    phone: '',
    status: true,
    dueDate: null,
    timezone: companyId % 2 === 0 ? 'Asia/Tokyo' : 'America/Sao_Paulo',
    language: 'pt',
    limits: { users: null, connections: null, queues: null },
  })

  const open = (n: number): void => {
    const id = ++lastTicket
    const contactId = n % 3 === 0 || lastContact === base ? ++lastContact : lastContact
    if (contactId === lastContact && n % 3 === 0) {
      log.add('contact.created.v1', {
        contactId,
        name: `Contact ${contactId}`,
        number: String(5_511_900_000_000 + contactId),
        email: '',
        extraInfo: [],
        identities: [{ kind: 'pn', value: String(5_511_900_000_000 + contactId) }],
        isGroup: false,
        connectionId,
      })
    }
    const direct = n % 5 === 0
    const place: TicketAssignment = {
      status: direct ? 'open' : 'pending',
      userId: direct ? (users[n % 3] ?? null) : null,
      queueId: queues[n % 3] ?? null,
      connectionId,
    }
    const imported = n % 11 === 0
    log.add('ticket.opened.v1', {
      ticketId: id,
      contactId,
      uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      isGroup: false,
      imported,
      to: place,
      ...(n % 4 === 1 ? { byMessage: true } : {}),
    })
    tickets.push({ id, contactId, place, laneId: null, messages: [], unread: [] })
  }

  const move = (ticket: Ticket, type: PlainMove, to: Partial<TicketAssignment>): void => {
    const from = ticket.place
    ticket.place = { ...from, ...to }
    log.add(type, { ticketId: ticket.id, contactId: ticket.contactId, from, to: ticket.place })
  }

  const set = ({ id, contactId }: Ticket, n: number): void => {
    const priority = PRIORITIES[n % PRIORITIES.length] ?? 'normal'
    log.add('ticket.priority-set.v1', { ticketId: id, contactId, priority })
  }

  const moveCard = (ticket: Ticket, n: number): void => {
    const { id, contactId, place: standing, laneId: from } = ticket
    const tagId = LANES[n % LANES.length] ?? null
    const off = from === null || from === tagId ? [] : [from]
    ticket.laneId = tagId
    log.add('ticket.lane-moved.v1', { ticketId: id, contactId, standing, from, tagId, rank: `V${n}V`, off })
  }

  const change = (ticket: Ticket, n: number): void => {
    const userId = users[n % 3] ?? null
    const { status } = ticket.place
    if (status === 'pending') return move(ticket, 'ticket.accepted.v1', { status: 'open', userId })
    if (status === 'closed') {
      return n % 2 === 0
        ? move(ticket, 'ticket.resumed.v1', { status: 'pending', userId: null })
        : move(ticket, 'ticket.reopened.v1', { status: 'open', userId })
    }
    if (n % 4 === 0) return move(ticket, 'ticket.returned.v1', { status: 'pending', userId: null })
    if (n % 4 === 1) {
      return move(ticket, 'ticket.transferred.v1', { userId, queueId: queues[(n >> 2) % 3] ?? null })
    }
    const from = ticket.place
    ticket.place = { ...from, status: 'closed' }
    log.add('ticket.closed.v1', {
      ticketId: ticket.id,
      contactId: ticket.contactId,
      from,
      to: ticket.place,
      reason: n % 7 === 0 ? 'merged' : 'resolved',
      seen: null,
    })
  }

  const ids = (ticket: Ticket, messageId: string) => ({
    messageId,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId,
  })
  const write = (ticket: Ticket, n: number): void => {
    const messageId = `${companyId}-m${++lastMessage}`
    const content = {
      ...ids(ticket, messageId),
      waId: `WA${messageId}`,
      kind: 'conversation' as const,
      body: `text number ${n} of the conversation`,
      media: null,
      quotedId: ticket.messages.at(-1) ?? null,
      forwarded: false,
    }
    ticket.messages.push(messageId)
    if (n % 2 === 0) {
      log.add('message.requested.v1', {
        ...content,
        to: 'someone@s.whatsapp.net',
        userId: users[n % 3] ?? null,
        source: 'user',
      })
      return
    }
    const fromMe = n % 9 === 0
    const imported = n % 13 === 0
    if (!fromMe && !imported) ticket.unread.push(messageId)
    log.add('message.received.v1', {
      ...content,
      standing: ticket.place,
      fromMe,
      remoteJid: 'someone@s.whatsapp.net',
      participant: null,
      mediaPending: n % 5 === 0,
      sentAt: '2026-01-05T12:00:00.000Z',
      imported,
      ack: fromMe ? 2 : 0,
    })
  }

  const about = (ticket: Ticket, n: number): void => {
    const messageId = ticket.messages[n % Math.max(1, ticket.messages.length)]
    if (messageId === undefined) return write(ticket, n)
    const common = ids(ticket, messageId)
    const userId = users[n % 3] ?? users[0] ?? 1
    const events = [
      () => log.add('message.sent.v1', common),
      () => log.add('message.acknowledged.v1', { ...common, ack: (n >> 4) % 6 }),
      () => log.add('message.failed.v1', { ...common, code: 'ERR_SENDING_WAPP_MSG' }),
      () => log.add('message.retried.v1', { ...common, userId }),
      () => log.add('message.edit-requested.v1', { ...common, body: `edit ${n % 4}`, userId }),
      () => log.add('message.edited.v1', { ...common, body: `edit ${n % 4}`, by: 'us', userId }),
      () => log.add('message.revoke-requested.v1', { ...common, userId }),
      () => log.add('message.revoked.v1', { ...common, by: 'contact', userId: null }),
      () => log.add('message.reaction-requested.v1', { ...common, emoji: '👍', userId }),
      () => {
        const emoji = n % 3 === 0 ? '' : '👍'
        if (n % 2 === 0) return log.add('message.reacted.v1', { ...common, emoji, by: 'us', userId })
        const lid = `lid${n % 4}`
        const reactorId = `${messageId}-${lid}`
        if (n % 5 === 0) return log.add('reactor.erased.v1', { ...common, reactorId })
        log.add('reactor.named.v1', { ...common, reactorId, author: { pn: null, lid, name: null } })
        const reactor = { id: reactorId, pn: null, lid }
        return log.add('message.reacted.v1', { ...common, emoji, by: 'contact', userId: null, reactor })
      },
      () =>
        log.add('message.media-stored.v1', {
          ...common,
          media: {
            blobId: 'blob',
            mimetype: 'image/png',
            fileName: 'a.png',
            size: 1,
            seconds: null,
            voice: false,
          },
        }),
      () => {
        ticket.unread = ticket.unread.filter((id) => id !== messageId)
        return log.add('message.erased.v1', common)
      },
    ]
    events[(n >> 3) % events.length]?.()
  }

  for (const n of numbers) {
    const ticket = tickets[(n >> 2) % Math.max(1, tickets.length)]
    if (ticket === undefined || n % 17 === 0) {
      open(n)
    } else if (n % 17 < 5) change(ticket, n >> 1)
    else if (n % 17 < 11) write(ticket, n >> 1)
    else if (n % 17 < 14) about(ticket, n >> 1)
    else if (n % 17 === 14) {
      // A reader may name a message twice, or a message that was already read.
      const messageIds = n % 3 === 0 ? ticket.messages.slice(-3) : ticket.unread.slice(0, 500)
      ticket.unread = ticket.unread.filter((id) => !messageIds.includes(id))
      log.add('ticket.read.v1', {
        ticketId: ticket.id,
        contactId: ticket.contactId,
        connectionId,
        messageIds,
      })
    } else if (n % 17 === 15 && n % 5 === 0) {
      tickets.splice(tickets.indexOf(ticket), 1)
      log.add('ticket.deleted.v1', {
        ticketId: ticket.id,
        contactId: ticket.contactId,
        from: ticket.place,
        ...(ticket.laneId === null ? {} : { tagIds: [ticket.laneId] }),
      })
    } else if (n % 3 === 0) set(ticket, n >> 2)
    else if (n % 5 < 3) moveCard(ticket, n >> 2)
    else change(ticket, n >> 1)
  }
  return log.events
}
