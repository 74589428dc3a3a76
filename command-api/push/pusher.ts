import { calledOf } from '@guiche/contracts/contact-name.js'
import { cut } from '@guiche/contracts/cut.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Language } from '@guiche/contracts/languages.js'
import { NOTICE_TEXTS, type PushedNotice, wantsNotice } from '@guiche/contracts/notices.js'
import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import { excerptOf, writerName } from '@guiche/contracts/views/excerpt.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Consumer } from '@guiche/infra/event-bus/event-bus.js'
import { createPresence, followPresence } from '@guiche/infra/records/presence.js'
import type { AreaDeps } from '../deps.js'
import type { Work } from '../kernel/consequence.js'
import { createBeside } from './beside.js'
import type { Device, Devices } from './devices.js'
import { createPushKey } from './key.js'

type Received = StoredEvent<EventNamed<'message.received.v1'>>
type Noted = StoredEvent<EventNamed<'note.created.v1'>>
/** The text of a notification: `said` with the customer's words, `hidden` for devices that show nothing of customers. */
interface News {
  readonly said: string
  readonly hidden: string
}

/** Seconds after which a message is no news any more. */
const TTL = 600
/** Pushes that are sent at the same time; further ones are dropped. */
const LIMITS = { atOnce: 200, perCompany: 40 }
const LONGEST_BODY = 200
const PRODUCT = 'Guichê'

/** Sends web pushes to users who have closed the app or are away from it. */
export interface Pusher {
  /** Of a message, to those whose list of notifications shows it. */
  tell(event: Received, work: Work): Promise<void>
  /** Of a note, to those whom it mentions. */
  tellMentioned(event: Noted, work: Work): Promise<void>
  /** What it does before the first event and after the last one. */
  readonly around: {
    beforeStart(): Promise<void>
    afterStop(): Promise<void>
  }
}

/**
 * Nothing waits for a push. One that fails, or that is being sent when the process dies, is not repeated. One that is sent
 * twice replaces its own notification.
 */
export const createPusher = (deps: AreaDeps & { readonly devices: Devices }): Pusher => {
  const { records, documents, clock, logger, pushClient, eventBus, devices } = deps
  const key = createPushKey(deps.vault)
  const presence = createPresence(clock)
  const beside = createBeside(LIMITS)
  let roll: Consumer | null = null

  const send = async (device: Device, ticketId: number, notice: PushedNotice): Promise<void> => {
    const push = { text: JSON.stringify(notice), ttl: TTL, topic: `ticket-${ticketId}` }
    const outcome = await pushClient.send(device, push, await key())
    const { companyId, userId, endpoint } = device
    if (outcome === 'gone') await devices.forget(companyId, userId, (kept) => kept.endpoint === endpoint)
    else if (outcome !== 'sent') logger.warn({ companyId, userId, reason: outcome.failed }, 'a push failed')
  }
  const sendBeside = (...work: Parameters<typeof send>): void =>
    beside.begin(work[0].companyId, () =>
      send(...work).catch((failure) => logger.warn({ err: failure }, 'a push failed')),
    )

  /** The devices whose users are away, may open the ticket now, and `wants`. Devices without a session are forgotten. */
  const toTell = async (
    all: readonly Device[],
    ticket: TicketDoc,
    wants: (user: UserDoc) => boolean,
  ): Promise<Device[]> => {
    const isAway = (userId: number): boolean => !presence.isOnline(userId) || presence.isAway(userId)
    const asked = all.filter(({ userId, muted }) => isAway(userId) && !muted.includes(ticket.ticketId))
    const [sessions, users] = await Promise.all([
      documents.getMany(
        'sessions',
        asked.map(({ sessionId }) => sessionId),
      ),
      documents.getMany(
        'users',
        asked.map(({ userId }) => userId),
      ),
    ])
    const told: Device[] = []
    for (const device of asked) {
      const { companyId, userId, sessionId } = device
      const user = users.get(String(userId))
      if (!sessions.has(sessionId) || user === undefined || user.deleted) {
        await devices.forget(companyId, userId, (kept) => kept.sessionId === sessionId)
      } else if (mayOpenTicket(user, ticket) && wants(user)) told.push(device)
    }
    return told
  }
  const sendAll = async (
    told: readonly Device[],
    { companyId, ticketId, uuid, contactId }: TicketDoc,
    newsIn: (texts: (typeof NOTICE_TEXTS)[Language]) => News,
  ): Promise<void> => {
    if (told.length === 0) return
    const contact = await records.contact(companyId, contactId)
    const open = { tag: `ticket-${ticketId}`, path: `/tickets/${uuid}` }
    for (const device of told) {
      const { said, hidden } = newsIn(NOTICE_TEXTS[device.language])
      const shown = {
        title: (contact && calledOf(contact)) || PRODUCT,
        body: cut(said, LONGEST_BODY),
      }
      sendBeside(device, ticketId, {
        ...(device.preview ? shown : { title: PRODUCT, body: hidden }),
        ...open,
      })
    }
  }

  const isOld = (time: string): boolean => clock.now().getTime() - Date.parse(time) > TTL * 1000

  const tell = async ({ companyId, data, time }: Received, { shown }: Work): Promise<void> => {
    if (isOld(time)) return
    const all = await devices.ofCompany(companyId)
    if (all.length === 0) return
    await shown('inbox', 'users', 'contacts')
    const ticket = await records.ticket(companyId, data.ticketId)
    if (ticket === null || ticket.unread === 0) return
    const isForThem = (user: UserDoc) => wantsNotice({ fromMe: false, read: false }, ticket, user)
    const writer = writerName(data.author)
    await sendAll(await toTell(all, ticket, isForThem), ticket, ({ hidden, wordless }) => ({
      hidden,
      said: (writer && `${writer}: `) + (excerptOf(data) || wordless),
    }))
  }

  const tellMentioned = async ({ companyId, data, time }: Noted, { shown }: Work): Promise<void> => {
    const { note, ticketId, userId: author, mentions = [] } = data
    if (ticketId === null || isOld(time)) return
    const all = await devices.ofCompany(companyId)
    const meant = all.filter(({ userId }) => userId !== author && mentions.includes(userId))
    if (meant.length === 0) return
    await shown('inbox', 'users', 'contacts')
    const ticket = await records.ticket(companyId, ticketId)
    if (ticket === null) return
    await sendAll(await toTell(meant, ticket, () => true), ticket, ({ mention }) => ({
      hidden: mention,
      said: `${mention}: ${note}`,
    }))
  }

  return {
    tell,
    tellMentioned,
    around: {
      beforeStart: async () => {
        // made before the first browser asks
        await key()
        roll = await followPresence(eventBus, presence)
      },
      afterStop: async () => {
        await roll?.stop()
        await beside.idle()
      },
    },
  }
}
