import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEvent, NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { AppendError, EventStore } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid, isRandom } from '@guiche/infra/ids.js'
import type { CommandObserver } from '@guiche/infra/metrics/observers.js'
import type { Logger } from 'pino'
import { type Around, decideAgain, isMoved, type Written } from './around.js'
import {
  EMPTY_STREAM,
  type FoldedStream,
  foldEvents,
  foldFurther,
  recordedId,
  repetitionOf,
} from './folded.js'
import type { CommandFrom, Handled, Kernel, Meta, Transaction } from './kernel.js'
import type { States } from './states.js'
import { StoreUnavailable } from './unavailable.js'

/**
 * How long a command retries on conflicts, in milliseconds, and the least number of retries. On a busy machine the time
 * alone would end before ten concurrent writers had their turns.
 */
const TIMEOUT_MS = 2000
const LEAST_CONFLICTS = 40

export const errorOf = (error: Exclude<AppendError, { kind: 'conflict' }>): DomainError => {
  switch (error.kind) {
    case 'too-large':
      return domainError('ERR_VALIDATION', { field: error.type })
    case 'invalid':
      return domainError('ERR_VALIDATION', { field: error.type, message: error.message })
    // only streams of erased contacts are removed
    case 'removed':
      return domainError('ERR_CONTACT_ERASED')
    case 'unavailable':
      return domainError('ERR_UNAVAILABLE')
  }
}

export const newEvents = (events: readonly AnyEvent[], meta: Meta, time: string): NewEvent[] =>
  events.map((event, index) => ({
    id: derivedUuid(recordedId(meta), index),
    type: event.type,
    data: event.data,
    companyId: meta.companyId,
    time,
    actor: meta.actor,
    correlationId: meta.correlationId,
    causationId: recordedId(meta),
  }))

const logContext = (stream: string, events: readonly NewEvent[]) => ({
  stream,
  types: events.map(({ type }) => type),
})

interface TransactDeps {
  readonly eventStore: Pick<EventStore, 'append'>
  readonly states: States
  readonly inTurn: <T>(stream: string, task: () => Promise<T>) => Promise<T>
  readonly clock: Clock
  readonly logger: Logger
  readonly observer: Pick<CommandObserver, 'appended' | 'handled'>
}

/** The first answer of a repeated command, with the events of the first run; null for a new command. */
export const repeatedAnswer = async <S>(
  { states, clock }: Pick<TransactDeps, 'states' | 'clock'>,
  stream: string,
  folded: FoldedStream<S>,
  meta: Meta,
): Promise<Result<Handled<S>, DomainError> | null> => {
  const first = repetitionOf(folded, meta, clock.now())
  if (first === null) return null
  if (first === 'other') return err(domainError('ERR_IDEMPOTENCY_KEY_REUSED'))
  const events = await states.read(stream, { from: first.from, limit: first.to - first.from + 1 })
  const { state, revision } = folded
  return ok({ state, events, position: first.position, revision, repeated: true })
}

const commandOf = async <S, C, F>(
  { command }: Pick<Transaction<S, C, never, F>, 'command'>,
  { state, revision }: FoldedStream<S>,
): Promise<Result<C, DomainError | F>> =>
  typeof command === 'function' ? (command as CommandFrom<S, C, F>)(state, revision) : ok(command)

/** The code that an error is counted under in metrics; null for failures that no client sees. */
const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null

/** Events to append after a state, with their side effects. */
interface PendingAppend<S, F> {
  readonly folded: FoldedStream<S>
  readonly events: readonly NewEvent[]
  readonly around: Around<S, F>
}

/** State of a command between its rounds. */
interface Progress<S> {
  /** the state of the last decision; null before the first load */
  folded: FoldedStream<S> | null
  /** whether the state was read in this round */
  current: boolean
  conflicts: number
  deadline: number | null
}

const appendDecision = async <S, C, E extends AnyEvent, F>(
  { eventStore, states, logger, observer }: TransactDeps,
  { decider, stream, meta }: Transaction<S, C, E, F>,
  folded: FoldedStream<S>,
  events: readonly NewEvent[],
): Promise<Written<S, F>> => {
  const since = performance.now()
  const appended = await eventStore.append(stream, folded.revision < 0 ? 'none' : folded.revision, events)
  observer.appended(performance.now() - since)
  if (!appended.ok) {
    states.drop(stream)
    return appended.error.kind === 'conflict' ? decideAgain() : err(errorOf(appended.error))
  }
  const { position, repeated: again } = appended.value
  logger.debug({ ...logContext(stream, events), position, correlationId: meta.correlationId }, 'appended')
  // after an append that the store recognised as a repetition, its stored events count, not the new decision
  const asked = again ?? !isRandom(meta.commandId)
  const there = asked ? await states.read(stream, { from: folded.revision + 1, limit: events.length }) : []
  const written = events.map(
    (event, index): StoredEvent => ({
      ...event,
      stream,
      revision: folded.revision + 1 + index,
      position,
    }),
  )
  const stored = there.length === events.length ? there : written
  const next = states.keep(decider, stream, foldFurther(decider, folded, stored))
  return ok({ state: next.state, events: stored, position: next.position, revision: next.revision })
}

/** Decides on one state. `stale`: the decision is an error or empty, on a state that may be old. */
const decideOnState = async <S, C, E extends AnyEvent, F>(
  deps: TransactDeps,
  transaction: Transaction<S, C, E, F>,
  folded: FoldedStream<S>,
  current: boolean,
): Promise<Written<S, F> | PendingAppend<S, F> | 'stale'> => {
  const { decider, stream, meta, around } = transaction
  const before = await repeatedAnswer(deps, stream, folded, meta)
  if (before !== null) return before
  const { state, position, revision } = folded
  const command = await commandOf(transaction, folded)
  if (!command.ok) return current ? command : 'stale'
  const time = deps.clock.now().toISOString()
  const decided = decider.decide(state, command.value, time)
  if (!decided.ok) return current ? decided : 'stale'
  if (decided.value.length === 0) return current ? ok({ state, events: [], position, revision }) : 'stale'
  const events = newEvents(decided.value, meta, time)
  if (around !== undefined) {
    const after = foldEvents(decider, state, events)
    const surrounding = around({ before: state, after })
    if (surrounding !== null) return { folded, events, around: surrounding }
  }
  return appendDecision(deps, transaction, folded, events)
}

/** The state to decide on: in the first round the cached state, if any; in later rounds the state of the store. */
const loadState = async <S, C, E extends AnyEvent, F>(
  { states }: TransactDeps,
  { decider, stream, fresh }: Transaction<S, C, E, F>,
  progress: Progress<S>,
): Promise<FoldedStream<S>> => {
  const known = states.kept(decider, stream)
  const isFirst = progress.folded === null
  const none = isFirst && fresh === true ? { ...EMPTY_STREAM, state: decider.initial } : null
  const assumed = isFirst ? (known ?? none) : null
  progress.current = assumed === null
  progress.folded = assumed ?? (await states.catchUp(decider, stream, known ?? progress.folded))
  return progress.folded
}

/** Whether the command is tried again after a conflict; waits a moment first. */
const mayRetry = async <S>(
  { logger }: TransactDeps,
  progress: Progress<S>,
  { stream, meta: { correlationId } }: { readonly stream: string; readonly meta: Meta },
) => {
  // counts from the first conflict: an append may have waited for its store
  progress.deadline ??= performance.now() + TIMEOUT_MS
  const isOver = performance.now() > progress.deadline && progress.conflicts >= LEAST_CONFLICTS
  if (isOver) logger.warn({ stream, correlationId }, 'too many conflicts')
  else await sleep(Math.random() * Math.min(100, 5 * 2 ** progress.conflicts))
  progress.conflicts += 1
  return !isOver
}

/** Rounds in the stream's turn, until an answer, or side effects around the append. */
const runRounds = async <S, C, E extends AnyEvent, F>(
  deps: TransactDeps,
  transaction: Transaction<S, C, E, F>,
  progress: Progress<S>,
): Promise<Written<S, F> | PendingAppend<S, F>> => {
  for (;;) {
    const folded = await loadState(deps, transaction, progress)
    const result = await decideOnState(deps, transaction, folded, progress.current)
    if (result === 'stale') continue
    if ('around' in result || !isMoved(result)) return result
    if (!(await mayRetry(deps, progress, transaction))) return err(domainError('ERR_UNAVAILABLE'))
  }
}

/** Rounds, with the side effects around the append, until an answer. */
const runTransaction = async <S, C, E extends AnyEvent, F>(
  deps: TransactDeps,
  transaction: Transaction<S, C, E, F>,
): Promise<Result<Handled<S>, DomainError | F>> => {
  const { states, inTurn } = deps
  const { decider, stream } = transaction
  const progress: Progress<S> = { folded: null, current: false, conflicts: 0, deadline: null }
  for (;;) {
    const pending = await inTurn(stream, () => runRounds(deps, transaction, progress))
    if (!('around' in pending)) return pending as Result<Handled<S>, DomainError | F>
    // Outside the turn: two commands that want each other's claims would wait for each other for ever.
    const { folded, events } = pending
    const written = await pending.around(() =>
      inTurn(stream, async () => {
        const known = states.kept(decider, stream)
        return known !== null && known.revision !== folded.revision
          ? decideAgain()
          : appendDecision(deps, transaction, folded, events)
      }),
    )
    if (!isMoved(written)) return written as Result<Handled<S>, DomainError | F>
    if (!(await mayRetry(deps, progress, transaction))) return err(domainError('ERR_UNAVAILABLE'))
  }
}

/** The way of every command: see `Kernel.transact`. */
export const createTransact =
  (deps: TransactDeps): Kernel['transact'] =>
  async (transaction) => {
    const { logger, observer } = deps
    try {
      const result = await runTransaction(deps, transaction)
      const code = result.ok ? 'OK' : codeOf(result.error)
      if (code !== null) observer.handled(code)
      return result
    } catch (failure) {
      // a fault of the code is not an outage: rethrown, so that callers can distinguish the two
      if (!(failure instanceof StoreUnavailable)) throw failure
      logger.warn({ err: failure, correlationId: transaction.meta.correlationId }, 'event store unavailable')
      observer.handled('ERR_UNAVAILABLE')
      return err(domainError('ERR_UNAVAILABLE'))
    }
  }
