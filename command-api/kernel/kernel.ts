import type { Actor, AnyEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { RecordName } from '@guiche/contracts/records/index.js'
import type { Result } from '@guiche/contracts/result.js'
import type { Around, Decided } from './around.js'

/** An aggregate: pure. `evolve` is total (an unknown event leaves the state as it is); `decide` gives [] when there is nothing to do. */
export interface Decider<State, Command, Event extends AnyEvent> {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /** The same for many events, oldest first, for a state that would be costly to copy for each of them. */
  readonly evolveAll?: (state: State, events: readonly Event[]) => State
  readonly decide: (state: State, command: Command, time: string) => Result<readonly Event[], DomainError>
  /**
   * For a stream that grows without end and whose last events tell everything: whether these, oldest first, suffice.
   * Absent: the stream is folded from its first event.
   */
  readonly fromEnd?: (last: readonly Event[]) => boolean
}

/**
 * Who commands, for whom, under which id. The same command id appends nothing a second time; it is for one stream alone,
 * because ids of events come from it and are unique: what follows in other streams has derived ids (meta.ts).
 */
export interface Meta {
  /** v5 of company, actor, route and Idempotency-Key, else random; processes derive theirs from what they react to */
  readonly commandId: string
  /** 12 hex digits of what the client asked for under its key: the same id with other ones is refused */
  readonly fingerprint?: string
  readonly companyId: number
  readonly actor: Actor
  readonly correlationId: string
}

export interface Handled<State> {
  readonly state: State
  /** events of this command, those of the first time when it is repeated; all of one append bear the last one's position */
  readonly events: readonly StoredEvent[]
  /**
   * position of the last event of this command, also when it is repeated; of the stream's last event when there was
   * nothing to do, START while there is none
   */
  readonly position: string
  /** revision of the stream's last event, -1 while there is none */
  readonly revision: number
  /** set when the command was handled before: `state` may have changed since */
  readonly repeated?: true
}

/** The command that follows from a state, as it is at a revision of its stream (-1 = no stream), or why there is none. */
export type CommandFrom<S, C, F = never> = (
  state: S,
  revision: number,
) => Promise<Result<C, DomainError | F>> | Result<C, DomainError | F>

/** A command on its way to one stream. `F`: failures of `command` and `around` beside those of commands. */
export interface Transaction<S, C, E extends AnyEvent, F = never> {
  readonly decider: Decider<S, C, E>
  readonly stream: string
  /**
   * The command, or how it follows from the state: there stand the rights and conditions that depend on anything beside
   * the stream. They are asked in each round, and never for a repetition. They must not command the same stream.
   */
  readonly command: C | CommandFrom<S, C, F>
  readonly meta: Meta
  /** what goes with the writing of these very events: claims, limits, files; null where nothing does */
  readonly around?: (decided: Decided<S>) => Around<S, F> | null
  /** assume that there is no such stream yet, which saves a read; if there is one, the usual way follows */
  readonly fresh?: boolean
}

export interface Loaded<State> {
  readonly state: State
  readonly revision: number
  readonly position: string
}

/**
 * The one way of writing: load → decide → append at the expected revision. On a conflict it loads and decides again with
 * jitter for 2 s, then ERR_UNAVAILABLE. Commands of one stream queue inside the process. Folded states are kept in an LRU;
 * a kept state that leads to an error or to nothing is read forward and decided again. A command id that was used for
 * something else (another fingerprint) is ERR_IDEMPOTENCY_KEY_REUSED.
 */
export interface Kernel {
  transact<S, C, E extends AnyEvent, F = never>(
    transaction: Transaction<S, C, E, F>,
  ): Promise<Result<Handled<S>, DomainError | F>>
  /** `transact` of a command that nothing goes with. */
  execute<S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    command: C | CommandFrom<S, C>,
    meta: Meta,
    options?: { readonly fresh?: boolean },
  ): Promise<Result<Handled<S>, DomainError>>
  /** The folded state now, with all that is appended. Rejects (StoreUnavailable) when the store cannot be read. */
  load<S, C, E extends AnyEvent>(decider: Decider<S, C, E>, stream: string): Promise<Loaded<S>>
  /** The folded state as it was at a position of the log, for what a person decided on. Rejects as `load` does. */
  loadAt<S, C, E extends AnyEvent>(decider: Decider<S, C, E>, stream: string, position: string): Promise<S>
  /**
   * What this command was answered when it was handled before, or null: for what claims or stores something on the way
   * to its stream, which a repetition must not do again. Rejects (StoreUnavailable) as load does.
   */
  earlier<S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    meta: Meta,
  ): Promise<Result<Handled<S> | null, DomainError>>
  /**
   * Appends what needs no decision to a stream that nobody folds, without reading it, however long it is. The same
   * command again writes it once more at worst. Errors: ERR_UNAVAILABLE, ERR_VALIDATION.
   */
  append<E extends AnyEvent>(
    stream: string,
    events: readonly E[],
    meta: Meta,
  ): Promise<Result<{ readonly position: string }, DomainError>>
  /** Whether the stream was removed. Rejects (StoreUnavailable) as load does. */
  isRemoved(stream: string): Promise<boolean>
  /** Removes a stream (erasure), also one that never was: it takes nothing any more. */
  remove(stream: string): Promise<void>
}

/** Numeric ids from sequences, hi-lo in blocks. */
export interface Sequences {
  next(
    name: RecordName | 'company' | 'user' | 'connection' | 'contact' | 'ticket' | 'extra-info',
  ): Promise<number>
  /** The highest id that was ever taken, used or not. Rejects with StoreUnavailable. */
  last(name: 'user' | 'contact' | 'ticket'): Promise<number>
  /** At a clean stop: what is left of the blocks is used by the next start. Does not reject. */
  handBack(): Promise<void>
}

/** The ids that a create was given: the same for the same command id, so that its repetition makes the same record. */
export interface CommandIds {
  get<T extends Readonly<Record<string, number | string>>>(
    meta: Meta,
    make: () => Promise<T>,
  ): Promise<Result<T, DomainError>>
  /** Those that it was given before; null for a new command. */
  known<T extends Readonly<Record<string, number | string>>>(
    meta: Meta,
  ): Promise<Result<T | null, DomainError>>
}

/** Who holds a unique thing. Claim first, then append to the holder's stream. */
export interface Claims {
  holder(kind: ClaimKind, parts: readonly (string | number)[]): Promise<string | null>
  /** The holder, and the revision of that: what is released at it was not taken anew since. */
  look(
    kind: ClaimKind,
    parts: readonly (string | number)[],
  ): Promise<{ readonly holder: string | null; readonly revision: number }>
  /**
   * Takes it if it is free or held by `over` (whose loss the caller has recorded; ourselves, to take it anew). Gives the
   * holder there is then.
   */
  take(
    kind: ClaimKind,
    parts: readonly (string | number)[],
    holder: string,
    meta: Meta,
    over?: string,
  ): Promise<Result<{ holder: string }, DomainError>>
  /** Frees it if `holder` holds it and, where `at` is given, nobody has taken it since that revision. */
  release(
    kind: ClaimKind,
    parts: readonly (string | number)[],
    holder: string,
    meta: Meta,
    at?: number,
  ): Promise<Result<void, DomainError>>
  /**
   * A company is erased whose event is the last one of this stream, at revision `last`: another one may have now what the
   * stream stands for. What nobody but that company could have is removed. What somebody took since then stays with them.
   */
  leave(stream: string, last: number, meta: Meta): Promise<Result<void, DomainError>>
}
export type ClaimKind = 'email' | 'company-name' | 'identity' | 'ticket'

/** Among whom a claim of a kind is unique: where each company has its own, its claims are nothing to others. */
export const CLAIMED_IN: Readonly<Record<ClaimKind, 'installation' | 'company'>> = {
  email: 'installation',
  'company-name': 'installation',
  identity: 'company',
  ticket: 'company',
}
