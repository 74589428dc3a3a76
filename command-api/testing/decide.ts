import type { AnyEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { expect } from '@jest/globals'
import type { Decider } from '../kernel/kernel.js'

/** Default time of commands in tests. */
export const NOW = '2026-03-02T12:00:00.000Z'

/**
 * `given(events).when(command)` with `.then(events)`, `.thenError(code)` or `.thenNothingHappened()`, for one decider. All
 * three check that the decision did not mutate its state, and that an unknown event changes no state.
 */
export const decisions = <S, C, E extends AnyEvent>(decider: Decider<S, C, E>) => ({
  given: (events: readonly E[] = []) => {
    const state = events.reduce(decider.evolve, decider.initial)
    return {
      state,
      when: (command: C, time: string = NOW) => {
        const before = JSON.stringify(state)
        const decided = decider.decide(state, command, time)
        const unchanged = () => {
          expect(JSON.stringify(state)).toBe(before)
          // An unknown event is recognized by its type, even if its data look familiar.
          const unknown = { type: 'something.unknown.v9', data: { from: state, to: { status: 'other' } } }
          expect(decider.evolve(state, unknown as unknown as E)).toBe(state)
        }
        return {
          // biome-ignore lint/suspicious/noThenProperty: given / when / then; it is never awaited
          then: (expected: readonly E[]): void => {
            expect(decided).toEqual({ ok: true, value: expected })
            unchanged()
          },
          thenError: (code: DomainError['code'], details?: DomainError['details']): void => {
            expect(decided).toMatchObject({
              ok: false,
              error: { code, ...(details === undefined ? {} : { details }) },
            })
            unchanged()
          },
          thenNothingHappened: (): void => {
            expect(decided).toEqual({ ok: true, value: [] })
            unchanged()
          },
        }
      },
    }
  },
})
