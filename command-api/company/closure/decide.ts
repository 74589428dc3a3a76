import type { ClosureEvent, ErasedPlaces } from '@guiche/contracts/events/closure.js'
import { ok } from '@guiche/contracts/result.js'
import type { Decider } from '../../kernel/kernel.js'

/** The erasure of one company. */
export interface Closure {
  readonly closureId: number
  /** the super user who asked for the erasure, and the time of the request (ISO-8601) */
  readonly userId: number
  readonly startedAt: string
  /** the event that makes the views drop the company was appended */
  readonly told: boolean
  /** counts of the erased data; null while the erasure runs */
  readonly removed: ErasedPlaces | null
  readonly endedAt: string | null
  /** data that arrives late is erased, too */
  readonly ended: boolean
}

/** All erasures of companies, by company id, in the order of their begin (stream `closures`). */
export type Closures = ReadonlyMap<number, Closure>

export type ClosureCommand =
  | { readonly kind: 'begin'; readonly closureId: number; readonly userId: number }
  | { readonly kind: 'tell'; readonly closureId: number }
  | { readonly kind: 'sweep'; readonly closureId: number; readonly removed: ErasedPlaces }
  | { readonly kind: 'end'; readonly closureId: number; readonly late: number }

const withClosure = (state: Closures, closureId: number, change: Partial<Closure>): Closures => {
  const before = state.get(closureId)
  return before === undefined ? state : new Map(state).set(closureId, { ...before, ...change })
}

const evolve = (state: Closures, event: ClosureEvent): Closures => {
  switch (event.type) {
    case 'closure.begun.v1': {
      const { closureId, userId, at: startedAt } = event.data
      const begun = { closureId, userId, startedAt, told: false, removed: null }
      return new Map(state).set(closureId, { ...begun, endedAt: null, ended: false })
    }
    case 'company.erased.v1':
      return withClosure(state, event.data.companyId, { told: true })
    case 'closure.swept.v1':
      return withClosure(state, event.data.closureId, { removed: event.data.removed, endedAt: event.data.at })
    case 'closure.erased.v1':
      return withClosure(state, event.data.closureId, { ended: true })
    default:
      return state
  }
}

/** Each step of an erasure happens once, in order. A command for another step changes nothing. */
export const closureDecider: Decider<Closures, ClosureCommand, ClosureEvent> = {
  initial: new Map(),
  evolve,
  decide: (state, command, at) => {
    const { closureId } = command
    const known = state.get(closureId)
    switch (command.kind) {
      case 'begin':
        if (known !== undefined) return ok([])
        return ok([{ type: 'closure.begun.v1', data: { closureId, userId: command.userId, at } }])
      case 'tell':
        if (known === undefined || known.told) return ok([])
        return ok([{ type: 'company.erased.v1', data: { companyId: closureId } }])
      case 'sweep':
        if (!known?.told || known.removed !== null) return ok([])
        return ok([{ type: 'closure.swept.v1', data: { closureId, removed: command.removed, at } }])
      case 'end':
        if (known === undefined || known.removed === null || known.ended) return ok([])
        return ok([{ type: 'closure.erased.v1', data: { closureId, late: command.late } }])
    }
  },
}
