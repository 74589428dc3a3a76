import { hoursAt, openMinutes } from '@guiche/contracts/opening-hours/hours-at.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { createReadCache } from '@guiche/infra/bounded-cache.js'
import type { FindQuery } from '@guiche/infra/read-store/read-store.js'
import type { Uptime } from '@guiche/infra/uptime.js'
import type { Gateway } from '../contact/ask-gateway.js'
import type { AreaDeps } from '../deps.js'
import { type HoursOfTicket, openingHoursOf } from '../records/opening-hours.js'
import type { WatchDeps } from './watch.js'

export type SilenceDeps = WatchDeps &
  Pick<AreaDeps, 'kernel' | 'clock' | 'eventStore' | 'records'> & {
    readonly gateway: Pick<Gateway, 'upFor'>
    readonly uptime: Pick<Uptime, 'ms'>
  }

const MINUTE_MS = 60_000
/** Milliseconds after an outage in which all delayed messages arrive, from WhatsApp or the bus. */
const DELIVERED_MS = 300_000
/** More messages than there are reminders in a silence. */
const LATEST = 10
/** Maximum of tickets whose last word is cached, for one check. */
const MAX_CACHED_TICKETS = 100
/** Longest wait for the views, in ms. Views that are further behind are unknown. */
const SHOWN_MS = 2_000

/** The attended tickets of a connection in which the contact does not answer us, and for how long. */
export interface SilentTickets {
  /** tickets silent for at least this many minutes, before time out of hours is subtracted */
  where(minutes: number): NonNullable<FindQuery['where']>
  /** Whether there are such tickets, and every answer to us would be known. */
  areSure(minutes: number): Promise<boolean>
  /**
   * Whether the contact's silence has lasted `minutes`. The silence counts from our last sent message, and from `after`
   * (ISO-8601) if that is later.
   * If the connection has `inactivityInHours`, only opening hours count, and nothing is due out of hours.
   */
  isDue(minutes: number, ticket: TicketDoc, after?: string | null): Promise<boolean>
}

/**
 * Finds the tickets whose contact does not answer, and that match `further`. Tickets that wait for an agent's answer,
 * snoozed tickets and groups are excluded.
 */
export const createSilence =
  ({ kernel, documents, clock, eventStore, records, gateway, uptime }: SilenceDeps) =>
  (
    { companyId, connectionId, inactivityInHours }: ConnectionDoc,
    further: NonNullable<FindQuery['where']> = {},
  ): SilentTickets => {
    const now = clock.now().getTime()
    /** by queue, for one check */
    const hours = new Map<number | null, Promise<HoursOfTicket>>()
    const hoursOf = (queueId: number | null): Promise<HoursOfTicket> => {
      const known = hours.get(queueId) ?? openingHoursOf({ kernel, records }, companyId, queueId)
      hours.set(queueId, known)
      return known
    }
    /** Whether the views show all events of the company's partition. */
    const viewsShowAll = async (): Promise<boolean> => {
      const newest = await eventStore.lastPublished(companyId)
      if (newest === null) return true
      const place = records.logPosition(newest.companyId, newest.position)
      return records.waitFor(['inbox', 'conversation'], place, SHOWN_MS)
    }
    const heard = createReadCache<number, string | null>(MAX_CACHED_TICKETS)
    /** Time since which the contact can have read our last word. Null while the word is not sent: the contact waits for us. */
    const readHeardSince = async ({ ticketId, silentSince = null }: TicketDoc): Promise<string | null> => {
      if (silentSince === null) return null
      const own = await documents.find('messages', {
        where: { companyId, ticketId, fromMe: true, read: true },
        sort: [['order', -1]],
        limit: LATEST,
      })
      // the ones after it are reminders
      const word = own.find(({ createdAt }) => createdAt <= silentSince)
      if (word === undefined) return silentSince
      if (word.error !== null || word.sentAt === null) return null
      return word.sentAt > silentSince ? word.sentAt : silentSince
    }
    const where: SilentTickets['where'] = (minutes) => ({
      companyId,
      connectionId,
      status: 'open',
      fromMe: true,
      isGroup: false,
      snoozedUntil: null,
      // an automatic message may be the last one, but does not answer a contact's question
      waitingSince: null,
      ...further,
      silentSince: { lt: new Date(now - minutes * MINUTE_MS).toISOString() },
    })
    return {
      where,
      areSure: async (minutes) => {
        // the index gives them by time, the longest silence first: only tickets that are due are read
        const query = { where: where(minutes), sort: [['silentSince', 1]] } as const
        if ((await documents.first('tickets', query)) === null) return false
        if (uptime.ms() < DELIVERED_MS) return false
        const upFor = await gateway.upFor(companyId, connectionId)
        return upFor !== null && upFor >= DELIVERED_MS && (await viewsShowAll())
      },
      isDue: async (minutes, ticket, after = null) => {
        // a reminder asks twice for its ticket
        const since = await heard.of(ticket.ticketId, () => readHeardSince(ticket))
        if (since === null) return false
        const from = Date.parse(after !== null && after > since ? after : since)
        if (!inactivityInHours) return (now - from) / MINUTE_MS >= minutes
        const { hours: open, timezone } = await hoursOf(ticket.queueId)
        return hoursAt(open, timezone, now).open && openMinutes(open, timezone, from, now) >= minutes
      },
    }
  }
