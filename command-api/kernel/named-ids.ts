import type { AnyEvent } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import type { Decider, Kernel } from './kernel.js'

/** The kind of thing that an id in a body names, and its stream. */
export interface NamedKind<S, C, E extends AnyEvent> {
  readonly decider: Decider<S, C, E>
  streamOf(companyId: number, id: number): string
  isThere(state: S, id: number, companyId: number): boolean
  readonly error: ErrorCode
}

/** Ids in a body. Some clients send 0 for none. */
type Ids = readonly (number | null | undefined)[]

/**
 * Gives the error for an id that names nothing of this company, or null. Another company's id counts as
 * absent. Reads the streams, so recent creates and deletes count. Rejects as `kernel.load`.
 */
export type AbsentIn = (
  kernel: Pick<Kernel, 'load'>,
  companyId: number,
  ids: Ids,
) => Promise<DomainError | null>

export const absentIn =
  <S, C, E extends AnyEvent>({ decider, streamOf, isThere, error }: NamedKind<S, C, E>): AbsentIn =>
  async (kernel, companyId, ids) => {
    for (const id of ids.filter((one): one is number => typeof one === 'number' && one > 0)) {
      const { state } = await kernel.load(decider, streamOf(companyId, id))
      if (!isThere(state, id, companyId)) return domainError(error)
    }
    return null
  }
