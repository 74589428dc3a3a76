import type { ClaimEvent } from '@guiche/contracts/events/company.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { hmacName, newUuid } from '@guiche/infra/ids.js'
import { CLAIMED_IN, type Claims, type Decider, type Kernel, type Meta } from './kernel.js'

type Command =
  | { readonly kind: 'take'; readonly holder: string; readonly over: string | undefined }
  | { readonly kind: 'release'; readonly holder: string }

/** Another command took the claim again, so there is nothing to release. */
const TAKEN_SINCE = 'taken since'

const claim: Decider<string | null, Command, ClaimEvent> = {
  initial: null,
  evolve: (holder, event) => {
    switch (event.type) {
      case 'claim.taken.v1':
        return event.data.holder
      case 'claim.released.v1':
        return null
      default:
        return holder
    }
  },
  decide: (current, command) => {
    const { holder } = command
    if (command.kind === 'release')
      return ok(current === holder ? [{ type: 'claim.released.v1', data: { holder } }] : [])
    const free = current === null || current === command.over
    return ok(free ? [{ type: 'claim.taken.v1', data: { holder } }] : [])
  },
}

const OF_ONE_COMPANY = Object.entries(CLAIMED_IN).flatMap(([kind, among]) =>
  among === 'company' ? [streams.claim(kind, '')] : [],
)

/** `key`: 32 bytes of the purpose `claims`; claim names reveal nothing of their values. */
export const createClaims = (deps: { kernel: Kernel; key: Buffer }): Claims => {
  const { kernel, key } = deps
  const nameOf = (kind: string, parts: readonly (string | number)[]) =>
    streams.claim(kind, hmacName(key, kind, ...parts))
  /** A redone command takes, releases and takes again, so each change of a claim has a new command id. */
  const ownMeta = (meta: Meta): Meta => ({ ...meta, commandId: newUuid() })

  return {
    holder: async (kind, parts) => (await kernel.load(claim, nameOf(kind, parts))).state,
    look: async (kind, parts) => {
      const { state, revision } = await kernel.load(claim, nameOf(kind, parts))
      return { holder: state, revision }
    },
    take: async (kind, parts, holder, meta, over) => {
      const command = { kind: 'take', holder, over } as const
      const result = await kernel.execute(claim, nameOf(kind, parts), command, ownMeta(meta))
      return result.ok ? ok({ holder: result.value.state ?? holder }) : result
    },
    release: async (kind, parts, holder, meta, at) => {
      const release = { kind: 'release', holder } as const
      const released = await kernel.transact<string | null, Command, ClaimEvent, typeof TAKEN_SINCE>({
        decider: claim,
        stream: nameOf(kind, parts),
        command: (_holder, revision) =>
          at === undefined || revision === at ? ok(release) : err(TAKEN_SINCE),
        meta: ownMeta(meta),
      })
      if (released.ok) return ok(undefined)
      return released.error === TAKEN_SINCE ? ok(undefined) : err(released.error)
    },
    leave: async (stream, last, meta) => {
      if (OF_ONE_COMPANY.some((begin) => stream.startsWith(begin))) {
        await kernel.remove(stream)
        return ok(undefined)
      }
      const released = await kernel.transact<string | null, Command, ClaimEvent, typeof TAKEN_SINCE>({
        decider: claim,
        stream,
        command: (holder, revision) =>
          holder !== null && revision === last ? ok({ kind: 'release', holder }) : err(TAKEN_SINCE),
        meta: ownMeta(meta),
      })
      if (released.ok || released.error === TAKEN_SINCE) return ok(undefined)
      return err(released.error)
    },
  }
}
