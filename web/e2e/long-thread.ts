import { DEFAULT_TICKET_VALUES } from '@guiche/contracts/events/ticket-fields.js'
import { botFieldsOf, NO_INTEGRATION } from '@guiche/contracts/views/bot-fields.js'
import type { MessagePage } from '@guiche/contracts/views/conversation.js'
import type { MessageRecord, OpenedTicket, TicketRecord } from '@guiche/contracts/views/records.js'
import { spanOf } from '@guiche/contracts/views/ticket-span.js'
import type { BrowserContext, Route, WebSocketRoute } from 'playwright-core'

const UUID = '11111111-2222-4333-8444-555555555555'
const PAGE = 20
const BEGAN = Date.UTC(2026, 0, 1)

const timeOf = (n: number): string => new Date(BEGAN + n * 60_000).toISOString()
const placeOf = (n: number): string => String(n).padStart(20, '0')

const contact = {
  id: 1,
  name: 'Caio Prado',
  number: '5511988887777',
  username: null,
  email: '',
  profilePicUrl: '',
  isGroup: false,
  active: true,
  blockedOn: [],
}

/** Further fields of the contact in an opened ticket. */
const known = { pushName: null, whatsappId: 1, extraInfo: [], createdAt: timeOf(0), updatedAt: timeOf(0) }

/** An open ticket of a user, in the server's form. */
export const openTicketOf = (userId: number, companyId: number): TicketRecord => ({
  id: 1,
  uuid: UUID,
  status: 'open',
  ...DEFAULT_TICKET_VALUES,
  laneId: null,
  laneRank: '',
  laneBy: null,
  moved: null,
  why: null,
  unreadMessages: 0,
  lastMessage: '',
  lastMessageType: null,
  lastMessageFile: null,
  lastMessageBy: null,
  fromMe: false,
  isGroup: false,
  userId,
  contactId: 1,
  whatsappId: 1,
  queueId: null,
  companyId,
  ...botFieldsOf({}),
  ...NO_INTEGRATION,
  contact,
  queue: null,
  user: { id: userId, name: 'Dora' },
  whatsapp: { id: 1, name: 'Loja', status: 'CONNECTED' },
  tags: [],
  waitingSince: null,
  snoozedUntil: null,
  closedAt: null,
  closeReason: null,
  rating: null,
  origin: null,
  createdAt: timeOf(0),
  updatedAt: timeOf(0),
  position: placeOf(1),
})

const messageAt = (n: number, companyId: number): MessageRecord => ({
  id: String(n),
  ticketId: 1,
  contactId: 1,
  companyId,
  whatsappId: 1,
  body: `linha ${n}.${n % 7 === 0 ? ' com mais palavras, para que as linhas tenham alturas diferentes na lista' : ''}`,
  fromMe: n % 3 === 0,
  read: true,
  ack: 4,
  error: null,
  mediaType: 'conversation',
  mediaUrl: null,
  mediaName: null,
  mimetype: null,
  lateAt: null,
  ratingPart: null,
  mediaSize: null,
  mediaSeconds: null,
  voice: false,
  mediaWidth: null,
  mediaHeight: null,
  waveform: null,
  mediaPages: null,
  details: null,
  mediaState: 'none',
  waId: '',
  mediaError: null,
  isDeleted: false,
  isEdited: false,
  isEditUnreadable: false,
  isForwarded: false,
  pending: null,
  actionError: null,
  quotedMsgId: null,
  quotedMsg: null,
  reactions: [],
  contact: null,
  author: null,
  queueId: null,
  queue: null,
  userId: null,
  createdAt: timeOf(n),
  sentAt: timeOf(n),
  updatedAt: timeOf(n),
  order: placeOf(n),
  position: placeOf(n),
})

/** The first and the last message that a request asks for. */
const askedFor = (query: URLSearchParams, length: number): readonly [number, number] => {
  const [around, newer, cursor] = ['around', 'newer', 'cursor'].map((name) => query.get(name))
  if (around) return [Number(around) - PAGE, Number(around) + PAGE]
  if (newer) return [Number(newer) + 1, Number(newer) + PAGE]
  const last = cursor ? Number(cursor) - 1 : length
  return [last - PAGE + 1, last]
}

interface LongThread {
  readonly address: string
  /** Sets the number of unread messages that the ticket has when it is opened. */
  unread(count: number): void
  /** From now on message `n` is a reply to message `other`. */
  quote(n: number, other: number): void
  /** Call this before a page is loaded: messages wait for the socket of the new page. */
  newPage(): void
  /** Adds `count` live messages, every third of them from us. Gives the number of the last message. */
  say(count: number): Promise<number>
  /** number of the last message */
  newest(): number
}

/**
 * Answers the server's requests for one conversation of `length` messages, too long to be created in a test. All other requests
 * reach the product.
 */
export const serveLongThread = async (
  context: BrowserContext,
  given: { length: number; userId: number; companyId: number },
): Promise<LongThread> => {
  const { userId, companyId } = given
  let { length } = given
  let shown = openTicketOf(userId, companyId)
  const quotes = new Map<number, number>()
  const told = (n: number): MessageRecord => {
    const other = quotes.get(n)
    if (other === undefined) return messageAt(n, companyId)
    const quotedMsg = { ...messageAt(other, companyId), body: `a mensagem ${other}` }
    return { ...messageAt(n, companyId), quotedMsgId: quotedMsg.id, quotedMsg }
  }
  let online: (socket: WebSocketRoute) => void
  let socket: Promise<WebSocketRoute>
  const newPage = (): void => {
    socket = new Promise((resolve) => {
      online = resolve
    })
  }
  newPage()
  const thread = (route: Route) => {
    const [from, to] = askedFor(new URL(route.request().url()).searchParams, length)
    const first = Math.max(1, from)
    const last = Math.min(length, to)
    const messages = Array.from({ length: last - first + 1 }, (_, n) => told(first + n))
    return route.fulfill({
      json: {
        messages,
        count: 1000,
        ticket: shown,
        tickets: [spanOf(shown)],
        hasMore: first > 1,
        cursor: first > 1 ? String(first) : null,
        newer: last < length ? String(last) : null,
      } satisfies MessagePage,
    })
  }
  const whole = { ...contact, ...known, companyId: shown.companyId }
  const opened = (): OpenedTicket => ({ ...shown, contact: whole, active: null, notes: [] })
  // The page may also open the conversation from its row, if the row is loaded first.
  await context.route(/\/api\/tickets\?(.*&)?status=open(&|$)/, (route) =>
    route.fulfill({ json: { tickets: [shown], count: 1, hasMore: false, cursor: null } }),
  )
  await context.route('**/api/tickets/1', (route) => route.fulfill({ json: opened() }))
  await context.route(`**/api/tickets/u/${UUID}`, (route) => route.fulfill({ json: opened() }))
  await context.route(/\/api\/messages\/1(\?|$)/, thread)
  await context.route('**/api/tickets/1/read', (route) => route.fulfill({ json: {} }))
  await context.routeWebSocket(/\/ws$/, (route) => {
    const server = route.connectToServer()
    const isOnline = online
    server.onMessage((frame) => {
      route.send(frame)
      if (frame.toString().includes('"event":"ready"')) isOnline(route)
    })
  })
  return {
    address: `/tickets/${UUID}`,
    unread: (count) => {
      shown = { ...shown, unreadMessages: count }
    },
    quote: (n, other) => void quotes.set(n, other),
    newPage,
    newest: () => length,
    say: async (count) => {
      const open = await socket
      for (let n = 0; n < count; n++) {
        length += 1
        const data = { action: 'create', message: messageAt(length, companyId), ticket: shown, contact }
        open.send(JSON.stringify({ event: `company-${companyId}-appMessage`, data }))
      }
      return length
    },
  }
}
