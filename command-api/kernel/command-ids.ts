import { domainError } from '@guiche/contracts/errors.js'
import type { CommandEvent } from '@guiche/contracts/events/company.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { hmacName, newUuid } from '@guiche/infra/ids.js'
import type { CommandIds, Decider, Kernel, Meta } from './kernel.js'

type Ids = Readonly<Record<string, number | string>>

const given: Decider<Ids | null, Ids, CommandEvent> = {
  initial: null,
  evolve: (ids, event) => (event.type === 'command.ids-given.v1' ? event.data.ids : ids),
  decide: (ids, fresh) =>
    ok(ids === null ? [{ type: 'command.ids-given.v1', data: { ids: { ...fresh } } }] : []),
}

/**
 * `key`: 32 bytes of the purpose `claims`. Of two at once, the ids of the first are given to both. The fingerprint of the
 * command stands beside them: what asks for something else under its id is refused before it claims or stores anything.
 */
export const createCommandIds = (deps: { kernel: Kernel; key: Buffer }): CommandIds => ({
  get: async <T extends Ids>(meta: Meta, make: () => Promise<T>) => {
    const stream = streams.command(hmacName(deps.key, 'command', meta.commandId))
    const { fingerprint } = meta
    const sameFor = (ids: Ids | null) =>
      fingerprint === undefined || (ids?.fingerprint ?? fingerprint) === fingerprint
        ? ok(ids as T)
        : err(domainError('ERR_IDEMPOTENCY_KEY_REUSED'))
    const known = await deps.kernel.load(given, stream)
    if (known.state !== null) return sameFor(known.state)
    const fresh: Ids = { ...(await make()), ...(fingerprint !== undefined && { fingerprint }) }
    const result = await deps.kernel.execute(given, stream, fresh, {
      ...meta,
      // not the command's own: of two that give ids at once, the later one must conflict and learn what it was given
      commandId: newUuid(),
    })
    return result.ok ? sameFor(result.value.state) : result
  },
})
