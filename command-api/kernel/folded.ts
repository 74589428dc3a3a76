import { type AnyEvent, type NewEvent, START, type StoredEvent } from '@guiche/contracts/envelope.js'
import type { Decider, Meta } from './kernel.js'

/**
 * Maximum of commands that a stream remembers in addition to its first one, and for how long (milliseconds).
 */
const REMEMBERED = 200
const MEMORY_MS = 24 * 60 * 60 * 1000

/** The command id in a recorded id, without the fingerprint. */
const ownPart = (recorded: string): string => recorded.slice(0, 24)

/** The id in a command's events: its last 12 digits are the fingerprint, if it has one. */
export const recordedId = ({ commandId, fingerprint }: Pick<Meta, 'commandId' | 'fingerprint'>): string =>
  fingerprint === undefined ? commandId : ownPart(commandId) + fingerprint

/** Place of a handled command's events: first and last revision, and the last position. */
interface Trace {
  /** id in the form of `recordedId` */
  readonly id: string
  readonly from: number
  readonly to: number
  readonly position: string
  readonly time: string
}

/** The state of a stream with the kernel's own data about the stream. Never changed in place. */
export interface FoldedStream<S> {
  readonly state: S
  readonly revision: number
  readonly position: string
  /** by the command id without fingerprint, oldest first */
  readonly commands: ReadonlyMap<string, Trace>
}

export const EMPTY_STREAM = { revision: -1, position: START, commands: new Map<string, Trace>() } as const

/** The state after further events, which may lack revision and position. */
export const foldEvents = <S, C, E extends AnyEvent>(
  { evolve, evolveAll = (from, all) => all.reduce(evolve, from) }: Decider<S, C, E>,
  state: S,
  events: readonly NewEvent[],
): S => evolveAll(state, events as unknown as readonly E[])

/** Folds further stored events into the state. */
export const foldFurther = <S, C, E extends AnyEvent>(
  decider: Decider<S, C, E>,
  folded: FoldedStream<S>,
  events: readonly StoredEvent[],
): FoldedStream<S> => {
  if (events.length === 0) return folded
  const state = foldEvents(decider, folded.state, events)
  const commands = new Map(folded.commands)
  let { revision, position } = folded
  for (const event of events) {
    revision = event.revision
    position = event.position
    const id = event.causationId
    const from = commands.get(ownPart(id))?.from ?? revision
    commands.delete(ownPart(id))
    commands.set(ownPart(id), { id, from, to: revision, position, time: event.time })
  }
  for (const [id, { from }] of commands) {
    if (commands.size <= REMEMBERED + 1) break
    if (from > 0) commands.delete(id)
  }
  return { state, revision, position, commands }
}

/**
 * The trace of this command's events. Null: never handled, or more than 24 hours ago. `'other'`: the id belongs to
 * another request. The first command of a stream is remembered for ever. So sending a message is idempotent without a
 * time limit: its stream is named after its command.
 */
export const repetitionOf = (
  folded: FoldedStream<unknown>,
  meta: Meta,
  now: Date,
): Trace | 'other' | null => {
  const trace = folded.commands.get(ownPart(meta.commandId))
  if (trace === undefined) return null
  if (trace.from > 0 && now.getTime() - Date.parse(trace.time) > MEMORY_MS) return null
  return trace.id === recordedId(meta) || trace.id === meta.commandId ? trace : 'other'
}
