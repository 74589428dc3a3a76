import type { AnyEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { type Around, anew, type Written } from './around.js'
import type { ClaimKind, Claims, Decider, Kernel, Meta } from './kernel.js'
import { freshId } from './meta.js'
import { untilSettled } from './saga.js'

type Parts = readonly (string | number)[]

/** One kind of claim, on keys `K`: which holders need the claim, and what a holder without need is told. */
export interface ClaimSpec<K, S, C, E extends AnyEvent, F> {
  readonly kind: ClaimKind
  /** what tells keys apart */
  partsOf(key: K): Parts
  readonly decider: Decider<S, C, E>
  streamOf(holder: string): string
  /** whether the holder needs the claim; one that does not has only left it over */
  needs(state: S, key: K): boolean
  /** what a holder without need is told, so that what it began before cannot be written any more */
  lose(key: K, holder: string, to: string): C
  /** the failure of whoever wants a claim that its holder needs */
  taken(holder: string, state: S): DomainError | F
  /** whether somebody else has what the key names without a claim; it is `taken` then */
  isReserved?(key: K, holder: string): Promise<boolean>
  /** finishes a holder that is half made, or waits for it */
  settled?(holder: string, meta: Meta): Promise<unknown>
  /** as whom a holder is told, where that may be one of another company */
  tellAs?(state: S, meta: Meta): Meta
}

/** The keys that a holder takes and gives up by a command. */
export interface Moves<K> {
  readonly take: K | null
  readonly give: K | null
}

/** What becomes of a command that wants a claim that another holder needs: decided anew, or this failure. */
export type OnTaken<S, F> = (holder: string, state: S) => Promise<Result<'anew', DomainError | F>>

export interface Claiming<K, S, F> {
  /**
   * The step round a command that takes or gives a claim; null for other commands. A claim is taken before the writing. A
   * claim is given up after the writing, unless the holder took it anew meanwhile. A failed writing undoes nothing: the next
   * holder who wants a claim that is left over cures it.
   */
  around<W>(holder: string, moves: Moves<K>, meta: Meta, onTaken?: OnTaken<S, F>): Around<W, F> | null
  /** Takes the claim for the holder, anew also when it has it already. Errors: `taken`, ERR_UNAVAILABLE. */
  take(key: K, holder: string, meta: Meta): Promise<Result<void, DomainError | F>>
}

/**
 * A claim and the stream of its holder cannot change in one step, so all keep an order. Who takes: claim, anew also what is
 * one's own, then write at the revision that was decided on. Who finds it with a holder that needs it no more: tell that
 * holder, then release the claim at the revision that was seen. Whoever comes second of two at once finds one of both
 * revisions moved and looks again.
 */
export const createClaiming = <K, S, C, E extends AnyEvent, F>(
  { kernel, claims }: { readonly kernel: Kernel; readonly claims: Claims },
  spec: ClaimSpec<K, S, C, E, F>,
): Claiming<K, S, F> => {
  const { kind, decider, partsOf } = spec
  const inTurn = createSerialQueue()

  /** Tells the holder that it loses the claim; fails with `needed` when it needs it. */
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
        // looked at before the holder lets go: one that wants it again after that takes it anew, which the release sees
        const seen = give === null ? null : await claims.look(kind, partsOf(give))
        const claimAndWrite = async (): Promise<Written<W, F>> => {
          const taken = take === null ? ok('taken') : await takeUnless(take, holder, meta, onTaken)
          if (!taken.ok) return taken as Result<never, DomainError | F>
          return taken.value === 'anew' ? anew() : write()
        }
        // those of this process that want the same wait for each other instead of fighting
        const done = await (take === null ? claimAndWrite() : inTurn(partsOf(take).join(':'), claimAndWrite))
        // of a repetition the first one has given it back, and the holder may have it again since
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
