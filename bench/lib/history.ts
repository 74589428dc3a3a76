import { type Actor, type NewEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { streams } from '@guiche/contracts/streams.js'
import { hmacName, messageIdOf } from '@guiche/infra/ids.js'
import {
  connectionOf,
  contactOf,
  type Plan,
  type PlannedTicket,
  planTicket,
  queuesOf,
  sessionOf,
  usersOf,
} from './plan.js'
import { createRandom, createSentence, createVocabulary } from './random.js'

/** An event of the seeded history, with its stream. */
export interface SeededEvent {
  readonly stream: string
  readonly event: NewEvent
}

/** Tickets whose events are interleaved. */
const AT_ONCE = 2000
const WORDS = 5000
/** The history ends in the past: nothing is still due, and dashboards have several days to show. */
const SECONDS_BETWEEN = 2

/**
 * A valid history of a whole installation, event by event. First companies with queues, agents, a connection and contacts; then
 * tickets with their messages, interleaved. The same plan gives the same history.
 * @param claimKey derived from the installation's secret key; the names of claims depend on this key
 * @param end approximate time of the last event, in milliseconds
 */
export function* historyOf(plan: Plan, claimKey: Buffer, end: number): Generator<SeededEvent> {
  const random = createRandom(plan.seed)
  const words = createVocabulary(WORDS, random)
  const step = SECONDS_BETWEEN * 1000
  const size = plan.tickets * (8 + plan.received + 4 * plan.sent)
  let count = 0

  const make = <T extends EventType>(
    stream: string,
    companyId: number,
    actor: Actor,
    type: T,
    data: EventNamed<T>['data'],
  ): SeededEvent => {
    count += 1
    const id = `00000000-0000-5000-8000-${count.toString(16).padStart(12, '0')}`
    const time = new Date(end - Math.max(0, size - count) * step).toISOString()
    const event = { id, type, data, companyId, time, actor, correlationId: id, causationId: id }
    return { stream, event: event as NewEvent }
  }
  const claim = (companyId: number, kind: string, parts: readonly (string | number)[], holder: string) =>
    make(streams.claim(kind, hmacName(claimKey, kind, ...parts)), companyId, SYSTEM, 'claim.taken.v1', {
      holder,
    })

  for (const [name, to] of Object.entries({
    company: plan.companies,
    user: plan.companies * plan.agents,
    queue: plan.companies * plan.queues,
    connection: plan.companies,
    contact: plan.contacts,
    ticket: plan.tickets,
  })) {
    yield make(streams.sequence(name), 0, SYSTEM, 'sequence.block-taken.v1', { from: 1, to: to + 100 })
  }

  for (let companyId = 1; companyId <= plan.companies; companyId++) {
    yield make(streams.company(companyId), companyId, SYSTEM, 'company.registered.v1', {
      companyId,
      name: `Company ${companyId}`,
      email: `office@company${companyId}.test`,
      phone: '',
      status: true,
      dueDate: null,
      timezone: 'America/Sao_Paulo',
      language: 'pt',
      limits: { users: null, connections: null, queues: null },
    })
    const queueIds = queuesOf(plan, companyId)
    for (const queueId of queueIds) {
      yield make(streams.records('queues', companyId), companyId, SYSTEM, 'queue.created.v1', {
        queueId,
        name: `Queue ${queueId}`,
        color: `#${queueId.toString(16).padStart(6, '0')}`,
        greetingMessage: '',
        outOfHoursMessage: '',
        orderQueue: null,
      })
    }
    const connectionId = connectionOf(companyId)
    yield make(streams.connections(companyId), companyId, SYSTEM, 'connection.created.v1', {
      connectionId,
      channel: 'whatsapp',
      isDefault: true,
      name: `Number ${connectionId}`,
      queueIds: [...queueIds],
      greetingMessage: '',
      complationMessage: '',
      outOfHoursMessage: '',
      ratingMessage: '',
    })
    for (const [index, userId] of usersOf(plan, companyId).entries()) {
      const email = `agent${userId}@company${companyId}.test`
      const stream = streams.user(userId)
      yield claim(companyId, 'email', [email], stream)
      yield make(streams.quota(companyId), companyId, SYSTEM, 'quota.seat-taken.v1', {
        kind: 'user',
        holder: stream,
      })
      yield make(stream, companyId, SYSTEM, 'user.created.v1', {
        userId,
        name: `Agent ${userId}`,
        email,
        profile: index === 0 ? 'admin' : 'user',
        allTicket: true,
        queueIds: [...queueIds],
        connectionId: null,
        super: companyId === 1 && index === 0,
        passwordRef: `password/${sessionOf(userId)}`,
      })
      yield make(stream, companyId, SYSTEM, 'user.session-started.v1', {
        userId,
        sessionId: sessionOf(userId),
      })
    }
  }

  for (let contactId = 1; contactId <= plan.contacts; contactId++) {
    const { companyId, number } = contactOf(plan, contactId)
    yield claim(companyId, 'identity', [companyId, 'pn', number], String(contactId))
    yield make(streams.contact(contactId), companyId, SYSTEM, 'contact.created.v1', {
      contactId,
      name: createSentence(words, random).split(' ').slice(0, 2).join(' '),
      number,
      email: '',
      extraInfo: [],
      identities: [{ kind: 'pn', value: number }],
      isGroup: false,
      connectionId: connectionOf(companyId),
    })
  }

  function* life(where: PlannedTicket): Generator<SeededEvent> {
    const { ticketId, companyId, contactId, connectionId, userId, number } = where
    const stream = streams.ticket(ticketId)
    const agent: Actor = { kind: 'user', id: userId }
    const contact: Actor = { kind: 'contact', id: contactId }
    const common = { ticketId, contactId }
    const standing = (change: Partial<TicketAssignment>): TicketAssignment => ({
      status: 'pending',
      userId: null,
      queueId: where.queueId,
      connectionId,
      ...change,
    })
    const of = (messageId: string) => ({ messageId, ticketId, contactId, connectionId })
    const content = (waId: string) => ({
      waId,
      kind: 'conversation' as const,
      body: createSentence(words, random),
      media: null,
      quotedId: null,
      forwarded: false,
    })
    const unread: string[] = []

    const received = (n: number): SeededEvent => {
      const waId = `SEED${ticketId}R${n}`
      const messageId = messageIdOf(connectionId, false, waId)
      unread.push(messageId)
      return make(streams.message(messageId), companyId, contact, 'message.received.v1', {
        ...of(messageId),
        ...content(waId),
        fromMe: false,
        remoteJid: `${number}@s.whatsapp.net`,
        participant: null,
        mediaPending: false,
        sentAt: new Date(end - Math.max(0, size - count) * step).toISOString(),
        imported: false,
        ack: 0,
      })
    }
    function* sent(n: number): Generator<SeededEvent> {
      const waId = `SEED${ticketId}S${n}`
      const messageId = messageIdOf(connectionId, true, waId)
      const own = streams.message(messageId)
      yield make(own, companyId, agent, 'message.requested.v1', {
        ...of(messageId),
        ...content(waId),
        to: `${number}@s.whatsapp.net`,
        userId,
        source: 'user',
      })
      yield make(own, companyId, SYSTEM, 'message.sent.v1', of(messageId))
      if (plan.acknowledged) {
        yield make(own, companyId, SYSTEM, 'message.acknowledged.v1', { ...of(messageId), ack: 3 })
        yield make(own, companyId, SYSTEM, 'message.acknowledged.v1', { ...of(messageId), ack: 4 })
      }
    }

    if (where.previousId !== null) {
      yield make(streams.ticket(where.previousId), companyId, SYSTEM, 'ticket.claim-lost.v1', {
        ticketId: where.previousId,
        to: ticketId,
      })
    }
    yield claim(companyId, 'ticket', [companyId, contactId, connectionId], String(ticketId))
    yield make(stream, companyId, contact, 'ticket.opened.v1', {
      ...common,
      uuid: `00000000-0000-4000-8000-${ticketId.toString(16).padStart(12, '0')}`,
      isGroup: false,
      imported: false,
      to: standing({}),
    })
    if (plan.received > 0) yield received(0)
    if (where.fate === 'pending') {
      for (let n = 1; n < plan.received; n++) yield received(n)
      return
    }
    const open = standing({ status: 'open', userId })
    yield make(stream, companyId, agent, 'ticket.accepted.v1', { ...common, from: standing({}), to: open })
    for (let n = 0; n < Math.max(plan.received - 1, plan.sent); n++) {
      if (n + 1 < plan.received) yield received(n + 1)
      if (n < plan.sent) yield* sent(n)
    }
    if (unread.length > 0) {
      const messageIds = unread.splice(0)
      const marks = streams.marks(ticketId)
      yield make(marks, companyId, agent, 'ticket.read.v1', { ...common, connectionId, messageIds })
      yield make(marks, companyId, SYSTEM, 'ticket.receipts-given.v1', { ticketId, connectionId, upTo: 0 })
    }
    if (where.fate === 'closed') {
      const to = standing({ status: 'closed', userId })
      yield make(stream, companyId, agent, 'ticket.closed.v1', {
        ...common,
        from: open,
        to,
        reason: 'resolved',
        seen: null,
      })
    }
  }

  const running: { readonly ticketId: number; readonly events: Generator<SeededEvent> }[] = []
  const byId = new Map<number, Generator<SeededEvent>>()
  for (let next = 1; ; ) {
    while (running.length < AT_ONCE && next <= plan.tickets) {
      const where = planTicket(plan, next++)
      // A contact has only one active ticket at a time, so the events of the earlier ticket come first.
      const before = where.previousId === null ? undefined : byId.get(where.previousId)
      if (before !== undefined) yield* before
      const events = life(where)
      byId.set(where.ticketId, events)
      running.push({ ticketId: where.ticketId, events })
    }
    const index = random.below(running.length)
    const one = running[index]
    if (one === undefined) return
    const moved = one.events.next()
    if (moved.done === false) {
      yield moved.value
      continue
    }
    byId.delete(one.ticketId)
    const last = running.pop()
    if (last !== undefined && last !== one) running[index] = last
  }
}
