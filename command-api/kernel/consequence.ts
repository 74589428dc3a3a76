import { PROCESS_GROUPS } from '@guiche/contracts/bus/topics.js'
import type { Actor, AnyEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import type { DomainError, ErrorCode } from '@guiche/contracts/errors.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import type { Decider, Meta } from './kernel.js'

/**
 * Consumer groups of consequences, each with the position of its first start. A group has one checkpoint. A
 * batch is acknowledged when all its consequences are done or kept, so slow or external work has its own
 * group. Names are a storage format: offsets and kept items contain them. No name may be a prefix of another
 * name plus '-'.
 */
export const CONSEQUENCE_GROUPS = {
  // at the first start there is nothing to repair; later the group has an offset
  [PROCESS_GROUPS.cascade]: 'now',
  [PROCESS_GROUPS.automaticMessages]: 'now',
  push: 'now',
} as const satisfies Readonly<Record<string, 'oldest' | 'now'>>

export type Group = keyof typeof CONSEQUENCE_GROUPS

/** The start of a long consequence's next page; made by `Work.next`. */
export class Page {
  readonly start: string
  constructor(start: string) {
    this.start = start
  }
}

/** The means of a consequence for one event. Ids of commands come from the event's id, so a repetition is harmless. */
export interface Work {
  /**
   * Resolves when these views show the event. Rejects with ViewsBehind after a timeout; the consequence is
   * then retried.
   */
  shown(...views: ViewName[]): Promise<void>
  /** start of the page, as the previous page gave to `next`; null for the first page, and after a restart */
  readonly after: string | null
  /**
   * Ends a page. The consequence is called again from `start`, after the other companies' items; null ends
   * the consequence.
   */
  next(start: string | null): Page | null
  /**
   * Meta of a command of this consequence: the id is derived from the event, the consequence's name and
   * `parts`.
   */
  meta(...parts: readonly (string | number)[]): Meta
  /** Rejects (Refused) unless the result is ok or a harmless refusal. */
  settle(result: Result<unknown, DomainError>): void
  /** Runs a command on a stream under `meta(stream, ...parts)` and settles its result. */
  command<S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    command: C,
    ...parts: readonly (string | number)[]
  ): Promise<void>
}

type Followed<T extends EventType> = StoredEvent<EventNamed<T>>

/**
 * A consequence of events, in other streams or outside. Declared as a constant, in the folder of its subject.
 * `Needs`: the services that it calls. `T`: the types of its events.
 */
export interface Consequence<in Needs, T extends EventType = EventType> {
  /** the name of its file; a storage format, because ids of kept items and of commands contain it */
  readonly name: string
  /** former names of the consequence, whose kept items it handles */
  readonly was?: readonly string[]
  readonly group: Group
  /** Events of a lane are handled in order, one after another. Absent: a lane for each stream. */
  lane?(event: Followed<T>): string
  /** Pure; false if there is certainly nothing to do. Without `when` every event of these types becomes an item. */
  when?(event: Followed<T>): boolean
  /** errors that mean that nothing is left to do */
  readonly harmless?: readonly ErrorCode[]
  /** The actor of its commands; the event's actor unless given. */
  actor?(event: Followed<T>): Actor
  /**
   * The id from which `meta` derives command ids. Absent: from the event and the name. For command ids that
   * become message ids.
   */
  commandId?(event: Followed<T>): string
  /** The consequence writes to contacts. Events of a blocked company are skipped for ever. */
  readonly speaks?: true
  /** The consequence also runs while the company is being erased; other consequences stop. */
  readonly whileErasing?: true
  /**
   * Pure; true if the consequence mostly reads states in memory and finds nothing to do. Then it also runs beyond the
   * company's share: storing it for later would cost more.
   */
  light?(event: Followed<T>): boolean
  /** A waiting handler does the first page at once (`Finish`); the group does the rest. */
  readonly atOnce?: true
  readonly policy?: Policy<Needs, T>
  /** Rejects with Refused or any other error, to be retried and then parked. */
  readonly on: { readonly [K in T]?: (event: Followed<K>, work: Work, needs: Needs) => Promise<unknown> }
}

/** Retries of a consequence. */
interface Policy<in Needs, T extends EventType> {
  /** pauses in milliseconds before each further attempt */
  readonly delays: readonly number[]
  /** Ends an item after its last failed attempt, by commands, instead of parking it. */
  giveUp?(event: Followed<T>, reason: string, needs: Needs): Promise<void>
}

/** A consequence with any needs and events. */
export type AnyConsequence = Consequence<never>

/** All services that these consequences need. */
export type NeedsOf<C> = (C extends Consequence<infer N> ? (needs: N) => void : never) extends (
  needs: infer All,
) => void
  ? All
  : never

/** Declares a consequence. command-api/consequences.ts lists and starts all of them. */
export const consequence = <Needs = unknown, T extends EventType = EventType>(
  declared: Consequence<Needs, T>,
  // the runner calls each function only with an event of its type in `on`
): Consequence<Needs> => declared as unknown as Consequence<Needs>
