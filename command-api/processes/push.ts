import { calledOf } from '@guiche/contracts/contact-name.js'
import { cut } from '@guiche/contracts/cut.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import {
  type Notice,
  type Push,
  type PushableEvent,
  type PushedNotice,
  placeOf,
} from '@guiche/contracts/notice.js'
import { NOTICES } from '@guiche/contracts/notices.js'
import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Consumer } from '@guiche/infra/event-bus/event-bus.js'
import { createPresence, followPresence } from '@guiche/infra/records/presence.js'
import type { AreaDeps } from '../deps.js'
import { createBeside } from '../push/beside.js'
import type { Device, Devices } from '../push/devices.js'
import { createPushKey } from '../push/key.js'
import { createProcess, type Process, type Work } from './process.js'

/** Seconds after which a message is no news any more. */
const TTL = 600
/** Pushes that are sent at the same time; further ones are dropped. */
const LIMITS = { atOnce: 200, perCompany: 40 }
const LONGEST_BODY = 200
const PRODUCT = 'Guichê'

/**
 * Sends web pushes to users who have closed the app or are away from it: for every notice that is pushed
 * (`contracts/notices.ts`). Nothing waits for a push. One that fails, or that is being sent when the process
 * dies, is not repeated. One that is sent twice replaces its own notification.
 */
export const createPush = (deps: AreaDeps & { readonly devices: Devices }): Process => {
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
    const asked = all.filter(({ userId }) => isAway(userId))
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
    says: ReturnType<Push['of']>['says'],
  ): Promise<void> => {
    if (told.length === 0) return
    const contact = await records.contact(companyId, contactId)
    for (const device of told) {
      const { said, hidden } = says(device.language)
      const shown = {
        title: (contact && calledOf(contact)) || PRODUCT,
        body: cut(said, LONGEST_BODY),
      }
      sendBeside(device, ticketId, {
        ...(device.preview ? shown : { title: PRODUCT, body: hidden }),
        ...placeOf(ticketId, uuid),
      })
    }
  }

  const isOld = (time: string): boolean => clock.now().getTime() - Date.parse(time) > TTL * 1000

  const tell = async (push: Push, unless: Notice['unless'], event: StoredEvent, { shown }: Work) => {
    const { companyId } = event
    const { among, ticketId } = push
    const all = await devices.ofCompany(companyId)
    const meant = among === null ? all : all.filter(({ userId }) => among.includes(userId))
    if (meant.length === 0) return
    await shown('inbox', 'users', 'contacts')
    const ticket = await records.ticket(companyId, ticketId)
    if (ticket === null) return
    const { isFor, says } = push.of({ ...ticket, isUnread: ticket.unread > 0 })
    const heard = unless.includes('muted') ? meant.filter(({ muted }) => !muted.includes(ticketId)) : meant
    await sendAll(await toTell(heard, ticket, isFor), ticket, says)
  }
  /** Tells each notice that takes this event. */
  const tellAll = async (event: StoredEvent, work: Work): Promise<void> => {
    if (isOld(event.time)) return
    for (const { ofEvent, unless } of Object.values(NOTICES)) {
      const push = ofEvent(event.type as PushableEvent, event.data as never)
      if (push !== null) await tell(push, unless, event, work)
    }
  }
  const pushed = Object.values(NOTICES).flatMap(({ events }) => events)

  return createProcess(deps, {
    name: 'push',
    begin: 'now',
    beforeStart: async () => {
      // made before the first browser asks
      await key()
      roll = await followPresence(eventBus, presence)
    },
    afterStop: async () => {
      await roll?.stop()
      await beside.idle()
    },
    lane: ({ data }) => String((data as { ticketId?: number }).ticketId ?? ''),
    on: {
      ...Object.fromEntries(pushed.map((type) => [type, tellAll])),
      'user.session-ended.v1': ({ companyId, data: { userId, sessionId } }) =>
        devices.forget(companyId, userId, (kept) => kept.sessionId === sessionId),
    },
  })
}
