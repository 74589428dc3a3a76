import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { QueueEvent } from '@guiche/contracts/events/queues.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

type Stored = Extract<QueueEvent, { type: 'queue.created.v1' }>['data']
/** The queues of a company by id (stream `queues-{companyId}`). */
export type QueuesState = ReadonlyMap<number, Stored>

/** Absent fields stay as they are, or are empty in a new queue. */
export interface QueueFields {
  readonly name: string
  readonly color: string
  readonly greetingMessage?: string | undefined
  readonly outOfHoursMessage?: string | undefined
  readonly orderQueue?: number | null | undefined
}

export type QueuesCommand =
  | {
      readonly kind: 'create'
      readonly queueId: number
      readonly fields: QueueFields
      readonly limit: number | null
    }
  | { readonly kind: 'change'; readonly queueId: number; readonly fields: QueueFields }
  | { readonly kind: 'delete'; readonly queueId: number }

const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const refusal = (state: QueuesState, queueId: number, { name, color }: QueueFields): DomainError | null => {
  const length = [...name.trim()].length
  if (length < 2 || length > 50) return domainError('ERR_QUEUE_INVALID_NAME')
  if (!/^#[0-9a-fA-F]{2,8}$/.test(color)) return domainError('ERR_QUEUE_INVALID_COLOR')
  for (const other of state.values()) {
    if (other.queueId === queueId) continue
    if (alike(other.name, name.trim())) return domainError('ERR_QUEUE_NAME_ALREADY_EXISTS')
    if (alike(other.color, color)) return domainError('ERR_QUEUE_COLOR_ALREADY_EXISTS')
  }
  return null
}

const merged = (queueId: number, before: Stored | undefined, fields: QueueFields): Stored => ({
  queueId,
  name: fields.name.trim(),
  color: fields.color,
  greetingMessage: fields.greetingMessage ?? before?.greetingMessage ?? '',
  outOfHoursMessage: fields.outOfHoursMessage ?? before?.outOfHoursMessage ?? '',
  orderQueue: fields.orderQueue === undefined ? (before?.orderQueue ?? null) : fields.orderQueue,
})

const decide = (state: QueuesState, command: QueuesCommand): Result<readonly QueueEvent[], DomainError> => {
  const { queueId } = command
  const before = state.get(queueId)
  if (command.kind === 'create') {
    if (before !== undefined) return ok([])
    if (command.limit !== null && state.size >= command.limit) {
      return err(domainError('ERR_QUEUE_LIMIT', { limit: command.limit }))
    }
  } else if (before === undefined) return err(domainError('ERR_QUEUE_NOT_FOUND'))
  if (command.kind === 'delete') return ok([{ type: 'queue.deleted.v1', data: { queueId } }])

  const refused = refusal(state, queueId, command.fields)
  if (refused !== null) return err(refused)
  const data = merged(queueId, before, command.fields)
  if (before === undefined) return ok([{ type: 'queue.created.v1', data }])
  const same = (Object.keys(data) as (keyof Stored)[]).every((key) => data[key] === before[key])
  return ok(same ? [] : [{ type: 'queue.changed.v1', data }])
}

/**
 * Name and colour are unique in the company without regard to case. Errors: ERR_QUEUE_NOT_FOUND, ERR_QUEUE_LIMIT
 * (details `{limit}`), ERR_QUEUE_INVALID_NAME, ERR_QUEUE_INVALID_COLOR and their …_ALREADY_EXISTS.
 */
export const queuesDecider: Decider<QueuesState, QueuesCommand, QueueEvent> = {
  initial: new Map(),
  evolve: (state, event) => {
    switch (event.type) {
      case 'queue.created.v1':
      case 'queue.changed.v1':
        return new Map(state).set(event.data.queueId, event.data)
      case 'queue.deleted.v1': {
        const rest = new Map(state)
        rest.delete(event.data.queueId)
        return rest
      }
      default:
        return state
    }
  },
  decide,
}
