import { displayNameOf } from '@guiche/contracts/contact/name.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import {
  type Notice,
  type Push,
  type PushableEvent,
  type PushedNotice,
  placeOf,
} from '@guiche/contracts/notices/notice.js'
import { NOTICES } from '@guiche/contracts/notices/notices.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Consumer } from '@guiche/infra/event-bus/event-bus.js'
import { createPresence, followPresence } from '@guiche/infra/records/presence.js'
import type { AreaDeps } from '../deps.js'
import type { Work } from '../kernel/consequence.js'
import { createBackgroundWork } from './background-work.js'
import type { Device, Devices } from './devices.js'
import { createPushKey } from './key.js'

/** Seconds after which a push is out of date: neither we nor the push service deliver it later. */
const TTL = 600
/** Pushes that are sent at the same time; further ones are dropped. */
const LIMITS = { atOnce: 200, perCompany: 40 }
const LONGEST_BODY = 200
const PRODUCT = 'Guichê'

/** An event of which a notice may be pushed. */
export type PushableStoredEvent = StoredEvent<EventNamed<PushableEvent>>

/** The events of which some notice is pushed (`contracts/notices/notices.ts`). */
export const PUSHED_EVENTS: readonly PushableEvent[] = [
  ...new Set(Object.values(NOTICES).flatMap(({ events }) => events)),
]
/** The pushes of an event, one for each notice that takes it. */
export const pushesOf = ({ type, data }: PushableStoredEvent): { push: Push; unless: Notice['unless'] }[] =>
  Object.values(NOTICES).flatMap(({ ofEvent, unless }) => {
    const push = ofEvent(type, data as never)
    return push === null ? [] : [{ push, unless }]
  })

/** Sends web pushes to users who have closed the app or are away from it. */
export interface Pusher {
  /** Sends all notices of this event to their receivers. */
  tell(event: PushableStoredEvent, work: Work): Promise<void>
  /** Hooks before the first event and after the last one. */
  readonly around: {
    beforeStart(): Promise<void>
    afterStop(): Promise<void>
  }
}

/**
 * Sends push notifications. Nothing waits for a push. A failed or interrupted push is not repeated. A second copy
 * replaces the first notification.
 */
export const createPusher = (deps: AreaDeps & { readonly devices: Devices }): Pusher => {
  const { records, documents, clock, logger, pushClient, eventBus, devices } = deps
  const key = createPushKey(deps.vault)
  const presence = createPresence(clock)
  const beside = createBackgroundWork(LIMITS)
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

  /**
   * The devices whose users are away, may open the ticket now, and `wants`. Devices without a session are forgotten.
   */
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
        title: (contact && displayNameOf(contact)) || PRODUCT,
        body: truncateText(said, LONGEST_BODY),
      }
      sendBeside(device, ticketId, {
        ...(device.preview ? shown : { title: PRODUCT, body: hidden }),
        ...placeOf(ticketId, uuid),
      })
    }
  }

  /** The note with the reason of the ticket's last move. */
  const whyOf = async ({ companyId, moved }: TicketDoc) =>
    moved?.noteId === undefined ? null : documents.one('notes', companyId, moved.noteId)

  const isOld = (time: string): boolean => clock.now().getTime() - Date.parse(time) > TTL * 1000

  const tell = async (push: Push, unless: Notice['unless'], event: StoredEvent, { shown }: Work) => {
    const { companyId } = event
    const { among, ticketId } = push
    const all = await devices.ofCompany(companyId)
    const meant = among === null ? all : all.filter(({ userId }) => among.includes(userId))
    if (meant.length === 0) return
    await shown('inbox', 'users', 'contacts', 'notes')
    const ticket = await records.ticket(companyId, ticketId)
    if (ticket === null) return
    const { isFor, says } = push.of({ ...ticket, isUnread: ticket.unread > 0, why: await whyOf(ticket) })
    const heard = unless.includes('muted') ? meant.filter(({ muted }) => !muted.includes(ticketId)) : meant
    await sendAll(await toTell(heard, ticket, isFor), ticket, says)
  }
  return {
    tell: async (event, work) => {
      if (isOld(event.time)) return
      for (const { push, unless } of pushesOf(event)) await tell(push, unless, event, work)
    },
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
