import type { ViewName } from '@guiche/contracts/collections.js'
import type { Actor, AnyEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import type { DomainError, ErrorCode } from '@guiche/contracts/errors.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import { PROCESS_GROUPS } from '@guiche/contracts/topics.js'
import type { Decider, Meta } from './kernel.js'

/**
 * Consumer groups of consequences, each with where its first start begins. A group has one checkpoint. A batch of a group
 * is acknowledged when all of its consequences are done or kept, so slow or foreign work has a group of its own.
 * Names are a storage format: offsets and kept items bear them. None may begin with another one and '-'.
 */
export const GROUPS = {
  // a first start has nothing to repair; later the group has an offset
  [PROCESS_GROUPS.cascade]: 'now',
  [PROCESS_GROUPS.automaticMessages]: 'now',
  push: 'now',
} as const satisfies Readonly<Record<string, 'oldest' | 'now'>>

export type Group = keyof typeof GROUPS

/** Where a long consequence goes on; made by `Work.next`. */
export class Page {
  readonly start: string
  constructor(start: string) {
    this.start = start
  }
}

/** The means of a consequence for one event. Ids of commands come from the event's id, so a repetition is harmless. */
export interface Work {
  /** Resolves when these views show the event. Rejects (ViewsBehind) when they do not in time: it is tried again. */
  shown(...views: ViewName[]): Promise<void>
  /** start of the page to do: what `next` was given after the page before; null at first, and again after a restart */
  readonly after: string | null
  /** Ends a page. The consequence is called again from `start`, behind the other companies; null: it is done. */
  next(start: string | null): Page | null
  /** A command of this consequence; its id is derived from the event, the consequence's name and `parts`. */
  meta(...parts: readonly (string | number)[]): Meta
  /** Rejects (Refused) unless the result is fine or a harmless refusal. */
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
 * What follows from events, in other streams or outside. Declared as a constant, in the folder of its subject.
 * `Needs`: the services that it calls. `T`: the events that it follows, which types `when`, `lane` and the like.
 */
export interface Consequence<in Needs, T extends EventType = EventType> {
  /** that of its file; a storage format: ids of kept items and of commands bear it */
  readonly name: string
  /** names of earlier consequences whose kept items it does */
  readonly was?: readonly string[]
  readonly group: Group
  /** Events of one lane keep their order and wait for each other. Absent: a lane for each stream. */
  lane?(event: Followed<T>): string
  /** Pure; whether there may be anything to do at all. Without it every event of these types becomes an item. */
  when?(event: Followed<T>): boolean
  /** refusals which say that there is nothing left to do */
  readonly harmless?: readonly ErrorCode[]
  /** Who commands. Absent: the event's actor. */
  actor?(event: Followed<T>): Actor
  /** The id that `meta` derives from. Absent: of the event and the name. For ids that become those of messages. */
  commandId?(event: Followed<T>): string
  /** It tells people something: nothing is done while their company is blocked, nor later. */
  readonly speaks?: true
  /** It happens also while the company is being erased, when nothing else follows any more. */
  readonly whileErasing?: true
  /** A handler that waits does the first page at once (`Finish`); the group finishes the rest. */
  readonly atOnce?: true
  readonly policy?: Policy<Needs, T>
  /** Rejects with a Refused, or whatever it stumbles over, to be tried again and then parked. */
  readonly on: { readonly [K in T]?: (event: Followed<K>, work: Work, needs: Needs) => Promise<unknown> }
}

/** How often a consequence is tried. */
interface Policy<in Needs, T extends EventType> {
  /** pauses in milliseconds before each further try */
  readonly delays: readonly number[]
  /** Ends what failed each time, by commands, instead of parking it. */
  giveUp?(event: Followed<T>, reason: string, needs: Needs): Promise<void>
}

/** A consequence of whatever needs and events. */
export type AnyConsequence = Consequence<never>

/** Everything that these consequences need. */
export type NeedsOf<C> = (C extends Consequence<infer N> ? (needs: N) => void : never) extends (
  needs: infer All,
) => void
  ? All
  : never

/** Declares a consequence. What is declared is listed in command-api/consequences.ts, which starts it. */
export const consequence = <Needs = unknown, T extends EventType = EventType>(
  declared: Consequence<Needs, T>,
  // the runner gives each function an event of `on` alone
): Consequence<Needs> => declared as unknown as Consequence<Needs>
