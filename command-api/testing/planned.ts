import type { AnyEvent } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { newCustomer } from './customer.js'
import { ANA, COMPANY, type Desk, openDesk } from './desk.js'

/** Default due time of scheduled messages. */
export const PLANNED_AT = '2026-03-02T15:00:00.000Z'

const OUTCOME_EVENTS: ReadonlySet<string> = new Set(['message.sent.v1', 'message.failed.v1'])

/** A desk whose due work runs only when a test runs it. */
export const openPlanningDesk = async (): Promise<Desk> => {
  const desk = await openDesk()
  await desk.conversations.duePools.schedule.stop()
  return desk
}

/** Steps for tests of scheduled messages, on the desk that `opened` gives. */
export const planningAt = (opened: () => Desk) => {
  const shown = async (id: number) => {
    await opened().shown()
    return opened().documents.one('schedules', COMPANY, id)
  }
  /** Runs all due work. */
  const due = async (parts: Pick<Desk, 'conversations'> = opened().build()): Promise<void> => {
    await opened().shown()
    await parts.conversations.duePools.schedule.work()
    await opened().shown()
  }
  /** WhatsApp accepts all requested messages, or refuses them with a code. Gives whether there were any. */
  const taken = async (code?: string): Promise<boolean> => {
    const log = await opened().log()
    const told = new Set(log.flatMap(({ type, data }) => (OUTCOME_EVENTS.has(type) ? [data.messageId] : [])))
    const isAsked = ({ type, data }: AnyEvent) =>
      type === 'message.requested.v1' && data.source === 'schedule'
    const waiting = log.filter((event) => isAsked(event) && !told.has(event.data.messageId))
    for (const { companyId, data } of waiting) {
      const { connectionId, messageId, waId } = data
      const about = { companyId, connectionId, messageId, waId, fromMe: true }
      const outcome = code === undefined ? { kind: 'sent' } : { kind: 'failed', what: 'send', code }
      await opened().report({ ...outcome, ...about })
    }
    return waiting.length > 0
  }
  return {
    shown,
    plan: async (body: object, who = ANA) =>
      (
        await opened().call(who, 'POST', '/schedules', {
          body: 'Olá, {{firstName}}!',
          sendAt: PLANNED_AT,
          ...body,
        })
      ).body,
    upload: (id: number, name = 'boleto.txt', who = ANA, headers: Record<string, string> = {}) => {
      const form = new FormData()
      form.append('file', new Blob(['texto'], { type: 'text/plain' }), name)
      return opened().call(who, 'POST', `/schedules/${id}/media-upload`, form, headers)
    },
    due,
    taken,
    /** Runs all due work, on a newly started service unless one is given. WhatsApp accepts all sent messages. */
    work: async (parts: Pick<Desk, 'conversations'> = opened().build()) => {
      await due(parts)
      if (await taken()) await due(parts)
    },
    /** The scheduled messages that were sent to a contact. */
    said: async (contactId: number): Promise<AnyEvent['data'][]> =>
      (await opened().log('message.requested'))
        .map(({ data }) => data)
        .filter((data) => data.contactId === contactId && data.source === 'schedule'),
    /** A customer whose ticket ANA has accepted, three hours before `PLANNED_AT`. */
    attended: async () => {
      opened().setTime('2026-03-02T12:00:00.000Z')
      const known = await newCustomer(opened())
      await opened().call(ANA, 'PUT', `/tickets/${known.ticketId}`, { status: 'open' })
      return known
    },
    /** A service whose appends fail if they give this record this status and `fails` returns true. */
    failing: (id: number, status: string, fails: () => boolean | Promise<boolean>) =>
      opened().build({
        ...opened().eventStore,
        append: async (stream, revision, events) => {
          const isMeant =
            stream === streams.record('schedule', id) &&
            events.some(({ data }) => (data as { status?: string }).status === status)
          if (isMeant && (await fails())) throw new Error('refused')
          return opened().eventStore.append(stream, revision, events)
        },
      }),
  }
}
