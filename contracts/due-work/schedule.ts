import type { StoredEvent } from '../envelope.js'
import { dueKind, plusMs } from './kind.js'

/**
 * Longer than a message can wait for WhatsApp, in ms: its success or failure makes the planned message's work
 * due earlier.
 */
const LOOK_MS = 25 * 60 * 60_000

/** Makes the work due now, to read the outcome of its message. */
const dueAtEvent = ({ position, time }: StoredEvent) => ({ since: position, dueAt: time })

/**
 * A planned message, until it is sent or has failed. After its message is requested, the work waits for the
 * outcome.
 */
export const scheduleKind = dueKind({
  worker: 'command-api',
  subject: 'schedule',
  waits: true,
  view: 'due-work',
  asks: {
    'schedule.created.v1': ({ data }) => (data.status === 'PENDENTE' ? { dueAt: data.sendAt } : null),
    'schedule.changed.v1': ({ data }) => (data.status === 'PENDENTE' ? { dueAt: data.sendAt } : null),
  },
  ends: {
    'schedule.created.v1': ({ data }) => data.status !== 'AGENDADA',
    'schedule.changed.v1': ({ data }) => data.status !== 'AGENDADA',
  },
  changes: {
    'message.requested.v1': ({ time }) => ({ dueAt: plusMs(time, LOOK_MS) }),
    'message.sent.v1': dueAtEvent,
    'message.acknowledged.v1': dueAtEvent,
    'message.failed.v1': dueAtEvent,
    'message.revoked.v1': dueAtEvent,
  },
})
