import { dueWorkId } from '@guiche/contracts/views/due-work.js'
import { type EventOf, fold, type Rule } from '../engine/projection.js'
import { type Asking, after, work } from './due-doc.js'

/** A planned message: it is due work until it was sent or has failed. */
export const planned = <T extends 'schedule.created.v1' | 'schedule.changed.v1'>(): Rule<T> =>
  fold(
    'due-work',
    (event: EventOf<T>) => dueWorkId('schedule', event.data.scheduleId),
    (doc, event) => {
      const { status, sendAt, scheduleId } = event.data
      if (status === 'PENDENTE') return { ...work('schedule', scheduleId, event as Asking), dueAt: sendAt }
      return status === 'AGENDADA' ? doc : null
    },
  )

/** Longer than a message waits for WhatsApp: what is sent or fails wakes the work of a planned message before that. */
const PLANNED_LOOK_MS = 25 * 60 * 60_000

/** A planned message that was asked for waits for what becomes of it, and is looked at when that is known. */
export const awaited = <T extends PlannedOutcome | 'message.requested.v1'>(isOver: boolean): Rule<T> => {
  const idOf = ({ data: { scheduleId } }: EventOf<T>) =>
    scheduleId === undefined
      ? []
      : [{ collection: 'due-work', id: dueWorkId('schedule', scheduleId) } as const]
  return {
    touch: idOf,
    apply: (docs, event) =>
      idOf(event).flatMap(({ collection, id }) => {
        const doc = docs.get(collection, id)
        if (doc === null) return []
        const next = isOver
          ? { ...doc, since: event.position, dueAt: event.time }
          : { ...doc, dueAt: after(event.time, PLANNED_LOOK_MS) }
        return [{ collection, id, doc: next }]
      }),
  }
}
type PlannedOutcome =
  | 'message.sent.v1'
  | 'message.acknowledged.v1'
  | 'message.failed.v1'
  | 'message.revoked.v1'
