import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { CommandEvent } from '@guiche/contracts/events/company.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { hmacName, isRandom, newUuid } from '@guiche/infra/ids.js'
import type { CommandIds, Decider, Kernel, Meta } from './kernel.js'

type Ids = Readonly<Record<string, number | string>>

const given: Decider<Ids | null, Ids, CommandEvent> = {
  initial: null,
  evolve: (ids, event) => (event.type === 'command.ids-given.v1' ? event.data.ids : ids),
  decide: (ids, fresh) =>
    ok(ids === null ? [{ type: 'command.ids-given.v1', data: { ids: { ...fresh } } }] : []),
}

/** Refuses a different request under a command's id. */
const refuseOtherRequest = <T extends Ids>(ids: Ids | null, { fingerprint }: Meta): Result<T, DomainError> =>
  fingerprint === undefined || (ids?.fingerprint ?? fingerprint) === fingerprint
    ? ok(ids as T)
    : err(domainError('ERR_IDEMPOTENCY_KEY_REUSED'))

/**
 * `key`: 32 bytes of the purpose `claims`. Two concurrent calls get the ids of the first call. Ids are stored
 * with the command's fingerprint. A different request under the command's id is refused before it claims or
 * stores anything.
 */
export const createCommandIds = (deps: { kernel: Kernel; key: Buffer }): CommandIds => {
  const streamOf = ({ commandId }: Meta) => streams.command(hmacName(deps.key, 'command', commandId))
  const known = async <T extends Ids>(meta: Meta): Promise<Result<T | null, DomainError>> => {
    const { state } = await deps.kernel.load(given, streamOf(meta))
    return state === null ? ok(null) : refuseOtherRequest<T>(state, meta)
  }
  return {
    known: async <T extends Ids>(meta: Meta) => (isRandom(meta.commandId) ? ok(null) : known<T>(meta)),
    get: async <T extends Ids>(meta: Meta, make: () => Promise<T>) => {
      // a random command id cannot be repeated, so its ids are not stored
      if (isRandom(meta.commandId)) return ok(await make())
      const before = await known<T>(meta)
      if (!before.ok) return before
      if (before.value !== null) return ok(before.value)
      const { fingerprint } = meta
      const fresh: Ids = { ...(await make()), ...(fingerprint !== undefined && { fingerprint }) }
      const result = await deps.kernel.execute(given, streamOf(meta), fresh, {
        ...meta,
        // a random id: of two concurrent calls the later must conflict, and read the ids of the first
        commandId: newUuid(),
      })
      return result.ok ? refuseOtherRequest<T>(result.value.state, meta) : result
    },
  }
}
