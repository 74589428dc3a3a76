import type { AnyEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { type Around, decideAgain, type Written } from './around.js'
import type { ClaimKind, Claims, Decider, Kernel, Meta } from './kernel.js'
import { freshId } from './meta.js'
import { untilSettled } from './saga.js'

type KeyParts = readonly (string | number)[]

/** One kind of claim on keys `K`: which holders need the claim, and the command by which a holder loses it. */
export interface ClaimSpec<K, S, C, E extends AnyEvent, F> {
  readonly kind: ClaimKind
  /** parts of the claim's name, unique per key */
  partsOf(key: K): KeyParts
  readonly decider: Decider<S, C, E>
  streamOf(holder: string): string
  /** whether the holder needs the claim; otherwise the claim is dangling */
  needs(state: S, key: K): boolean
  /**
   * the command that records the loss of the claim on a holder without need, so that its running commands
   * conflict
   */
  lose(key: K, holder: string, to: string): C
  /** the error of a command that wants a claim needed by its holder */
  taken(holder: string, state: S): DomainError | F
  /** whether the key is used by a holder without a claim; the error is then `taken` */
  isReserved?(key: K, holder: string): Promise<boolean>
  /** finishes a holder whose creation was interrupted, or waits for its creation */
  settled?(holder: string, meta: Meta): Promise<unknown>
  /** meta for the command to a holder that may belong to another company */
  tellAs?(state: S, meta: Meta): Meta
}

/** The keys that a command claims and releases. */
export interface Moves<K> {
  readonly take: K | null
  readonly give: K | null
}

/** Decides about a claim that another holder needs: decide the command again, or fail. */
export type OnTaken<S, F> = (holder: string, state: S) => Promise<Result<'anew', DomainError | F>>

export interface ClaimingWrapper<K, S, F> {
  /**
   * Wraps a command that takes or releases a claim; null for other commands. A claim is taken before the
   * write, and released after the write unless the holder took it again. A failed write undoes nothing: the
   * next taker repairs a dangling claim.
   */
  around<W>(holder: string, moves: Moves<K>, meta: Meta, onTaken?: OnTaken<S, F>): Around<W, F> | null
  /** Claims the key for the holder, again if the holder already has it. Errors: `taken`, ERR_UNAVAILABLE. */
  take(key: K, holder: string, meta: Meta): Promise<Result<void, DomainError | F>>
}

/**
 * Claims beside streams. A claim and its holder's stream cannot change in one append, so all callers keep an
 * order.
 * Take: 1. claim, even an own claim; 2. append at the revision of the decision.
 * Take from a holder that does not need the claim: 1. append to the holder's stream that it loses the claim;
 * 2. release the claim at the revision seen.
 * Of two concurrent commands, the second meets another revision and starts again.
 */
export const createClaiming = <K, S, C, E extends AnyEvent, F>(
  { kernel, claims }: { readonly kernel: Kernel; readonly claims: Claims },
  spec: ClaimSpec<K, S, C, E, F>,
): ClaimingWrapper<K, S, F> => {
  const { kind, decider, partsOf } = spec
  const inTurn = createSerialQueue()

  /** Appends the loss of the claim to the holder's stream. Fails with `needed` if the holder needs the claim. */
  const tell = async (key: K, holder: string, to: string, meta: Meta) => {
    await spec.settled?.(holder, meta)
    const stream = spec.streamOf(holder)
    const own = spec.tellAs?.((await kernel.load(decider, stream)).state, meta) ?? meta
    return kernel.transact<S, C, E, { readonly needed: S }>({
      decider,
      stream,
      command: (state) => (spec.needs(state, key) ? err({ needed: state }) : ok(spec.lose(key, holder, to))),
      meta: freshId(own),
    })
  }

  const takeUnless = (key: K, holder: string, meta: Meta, onTaken: OnTaken<S, F>) =>
    untilSettled<'taken' | 'anew', F>(async () => {
      if (await spec.isReserved?.(key, holder)) return err(spec.taken(holder, decider.initial))
      const parts = partsOf(key)
      const taken = await claims.take(kind, parts, holder, meta, holder)
      if (!taken.ok) return taken
      if (taken.value.holder === holder) return ok('taken')
      const seen = await claims.look(kind, parts)
      if (seen.holder === null || seen.holder === holder) return null
      const told = await tell(key, seen.holder, holder, meta)
      if (!told.ok) return 'needed' in told.error ? onTaken(seen.holder, told.error.needed) : err(told.error)
      const freed = await claims.release(kind, parts, seen.holder, meta, seen.revision)
      return freed.ok ? null : freed
    })
  const refuse: OnTaken<S, F> = async (holder, state) => err(spec.taken(holder, state))

  return {
    around: <W>(holder: string, { take, give }: Moves<K>, meta: Meta, onTaken = refuse) => {
      if (take === null && give === null) return null
      return async (write: () => Promise<Written<W, F>>): Promise<Written<W, F>> => {
        // read before the holder's event: a holder that claims again changes the revision, and the release
        // fails
        const seen = give === null ? null : await claims.look(kind, partsOf(give))
        const claimAndWrite = async (): Promise<Written<W, F>> => {
          const taken = take === null ? ok('taken') : await takeUnless(take, holder, meta, onTaken)
          if (!taken.ok) return taken as Result<never, DomainError | F>
          return taken.value === 'anew' ? decideAgain() : write()
        }
        // commands of this process for the same claim queue here, instead of conflicting
        const done = await (take === null ? claimAndWrite() : inTurn(partsOf(take).join(':'), claimAndWrite))
        // skips repetitions: the first attempt released the claim, and the holder may have it again
        if (give !== null && seen?.holder === holder && done.ok && done.value.repeated !== true)
          await claims.release(kind, partsOf(give), holder, meta, seen.revision)
        return done
      }
    },
    take: async (key, holder, meta) => {
      const taken = await takeUnless(key, holder, meta, refuse)
      return taken.ok ? ok(undefined) : taken
    },
  }
}
