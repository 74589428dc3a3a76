import type { Actor, AnyEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { RecordName } from '@guiche/contracts/records/index.js'
import type { Result } from '@guiche/contracts/result.js'
import type { Around, DecidedStates, Handled } from './around.js'

export type { Handled } from './around.js'

/**
 * An aggregate: pure. `evolve` is total (an unknown event leaves the state unchanged); `decide` gives [] if nothing
 * changes.
 */
export interface Decider<State, Command, Event extends AnyEvent> {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /** `evolve` for many events, oldest first, if copying the state for each event would be costly. */
  readonly evolveAll?: (state: State, events: readonly Event[]) => State
  readonly decide: (state: State, command: Command, time: string) => Result<readonly Event[], DomainError>
  /**
   * For endless streams whose last events have the whole state: whether these events, oldest first, are
   * enough. Absent: the stream is folded from its first event.
   */
  readonly fromEnd?: (last: readonly Event[]) => boolean
}

/**
 * Actor, company and id of a command. A repeated command id appends nothing. An id is for one stream alone, because
 * unique event ids derive from it. Commands to other streams have derived ids (meta.ts).
 */
export interface Meta {
  /**
   * v5 of company, actor, route and Idempotency-Key, else random; processes derive theirs from the event they handle
   */
  readonly commandId: string
  /** 12 hex digits of the request under the client's key: the same id with other digits is refused */
  readonly fingerprint?: string
  readonly companyId: number
  readonly actor: Actor
  readonly correlationId: string
}

/**
 * The command for a state at a revision of its stream (-1 = no stream), or the error that forbids the
 * command.
 */
export type CommandFrom<S, C, F = never> = (
  state: S,
  revision: number,
) => Promise<Result<C, DomainError | F>> | Result<C, DomainError | F>

/**
 * A command to one stream, with its conditions. `F`: failures of `command` and `around` beside those of
 * commands.
 */
export interface Transaction<S, C, E extends AnyEvent, F = never> {
  readonly decider: Decider<S, C, E>
  readonly stream: string
  /**
   * The command, or a function that makes it from the state. The function checks rights and conditions
   * outside the stream. The function runs in each round, but never for a repetition. The function must not
   * send commands to the same stream.
   */
  readonly command: C | CommandFrom<S, C, F>
  readonly meta: Meta
  /** side effects tied to the append of these events: claims, limits, files; null for none */
  readonly around?: (decided: DecidedStates<S>) => Around<S, F> | null
  /**
   * assume that the stream does not exist, which saves a read; if it exists, the command is decided as usual
   */
  readonly fresh?: boolean
}

export interface LoadedState<State> {
  readonly state: State
  readonly revision: number
  readonly position: string
}

/**
 * The only way to write: load → decide → append at the expected revision. A conflict loads and decides again,
 * with jitter, for 2 s; then ERR_UNAVAILABLE. Commands of one stream queue inside the process. Folded states
 * are cached (LRU). If a cached state leads to an error or to no event, the stream is read forward and
 * decided again. A command id with another fingerprint is ERR_IDEMPOTENCY_KEY_REUSED.
 */
export interface Kernel {
  transact<S, C, E extends AnyEvent, F = never>(
    transaction: Transaction<S, C, E, F>,
  ): Promise<Result<Handled<S>, DomainError | F>>
  /** `transact` without `around`. */
  execute<S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    command: C | CommandFrom<S, C>,
    meta: Meta,
    options?: { readonly fresh?: boolean },
  ): Promise<Result<Handled<S>, DomainError>>
  /**
   * The present folded state, with all appended events. Rejects (StoreUnavailable) if the store cannot be
   * read.
   */
  load<S, C, E extends AnyEvent>(decider: Decider<S, C, E>, stream: string): Promise<LoadedState<S>>
  /**
   * The folded state at a position of the log, for a decision on the state that a person has seen. Rejects as
   * `load` does.
   */
  loadAt<S, C, E extends AnyEvent>(decider: Decider<S, C, E>, stream: string, position: string): Promise<S>
  /**
   * The first answer of a repeated command, or null. For commands that claim or store before their append,
   * because a repetition must not do so again. Rejects (StoreUnavailable) as `load` does.
   */
  earlier<S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    meta: Meta,
  ): Promise<Result<Handled<S> | null, DomainError>>
  /**
   * Appends an event without a decision to a stream that is never folded, without reading the stream. A
   * repetition appends at most once more. Errors: ERR_UNAVAILABLE, ERR_VALIDATION.
   */
  append<E extends AnyEvent>(
    stream: string,
    events: readonly E[],
    meta: Meta,
  ): Promise<Result<{ readonly position: string }, DomainError>>
  /** Whether the stream was removed. Rejects (StoreUnavailable) as load does. */
  isRemoved(stream: string): Promise<boolean>
  /** Removes a stream for ever (erasure): later appends fail, even if the stream never existed. */
  remove(stream: string): Promise<void>
}

/** Numeric ids from sequences, hi-lo in blocks. */
export interface Sequences {
  next(
    name: RecordName | 'company' | 'user' | 'connection' | 'contact' | 'ticket' | 'extra-info',
  ): Promise<number>
  /** The highest id ever allocated, used or not. Rejects with StoreUnavailable. */
  last(name: 'user' | 'contact' | 'ticket'): Promise<number>
  /** Returns unused ids of the blocks for the next start; called at a clean stop. Does not reject. */
  handBack(): Promise<void>
}

/**
 * The ids allocated for a create: equal for an equal command id, so that a repetition makes the same record.
 */
export interface CommandIds {
  get<T extends Readonly<Record<string, number | string>>>(
    meta: Meta,
    make: () => Promise<T>,
  ): Promise<Result<T, DomainError>>
  /** The ids allocated before; null for a new command. */
  known<T extends Readonly<Record<string, number | string>>>(
    meta: Meta,
  ): Promise<Result<T | null, DomainError>>
}

/** Claims: unique values and their holders. Claim first, then append to the holder's stream. */
export interface Claims {
  holder(kind: ClaimKind, parts: readonly (string | number)[]): Promise<string | null>
  /** The holder, and the claim's revision for a release: a later take changes the revision. */
  look(
    kind: ClaimKind,
    parts: readonly (string | number)[],
  ): Promise<{ readonly holder: string | null; readonly revision: number }>
  /**
   * Takes the claim if it is free or held by `over`. The caller has first recorded that `over` loses the
   * claim. `over` may be the taker itself, to change the revision. Gives the holder afterwards.
   */
  take(
    kind: ClaimKind,
    parts: readonly (string | number)[],
    holder: string,
    meta: Meta,
    over?: string,
  ): Promise<Result<{ holder: string }, DomainError>>
  /**
   * Releases the claim if `holder` has it. With `at`: only if no holder has taken the claim since that
   * revision.
   */
  release(
    kind: ClaimKind,
    parts: readonly (string | number)[],
    holder: string,
    meta: Meta,
    at?: number,
  ): Promise<Result<void, DomainError>>
  /**
   * Removes an erased company from a claim's stream, whose event at revision `last` is the company's last
   * one. A claim that only this company could have is removed. A claim that another company has taken since
   * stays.
   */
  leave(stream: string, last: number, meta: Meta): Promise<Result<void, DomainError>>
}
export type ClaimKind = 'email' | 'company-name' | 'identity' | 'ticket'

/** The scope in which a claim of a kind is unique. */
export const CLAIMED_IN: Readonly<Record<ClaimKind, 'installation' | 'company'>> = {
  email: 'installation',
  'company-name': 'installation',
  identity: 'company',
  ticket: 'company',
}
