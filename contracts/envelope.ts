import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** Numeric id of a record (users, tickets, contacts, queues, connections, companies). */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** A point in time, ISO-8601 in UTC. */
export const Time = Type.String({ format: 'date-time' })
/** `T` or null; nulls are written, never omitted. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** An object that refuses unknown fields. */
export const Strict = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false })
/** Schema for one word of a list. */
export const OneOf = <const T extends readonly string[]>(words: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words] })

/** Pattern of a correlation id: it may be external, and is stored in events and log lines. */
export const CORRELATION_ID = '^[A-Za-z0-9_-]{1,100}$'

/**
 * The cause of an event. `id`: the user, or the contact; for `api` the connection of the token; 0 for the
 * system.
 */
export const Actor = Strict({
  kind: OneOf(['user', 'contact', 'system', 'api', 'super']),
  id: Type.Integer({ minimum: 0 }),
  /** during a visit: the visited user, for whom the super user acts */
  for: Type.Optional(Id),
})
export type Actor = Static<typeof Actor>

/** The user of the company who acted, or for whom a visitor acted; null without a user. */
export const userOf = (actor: Actor | undefined): number | null =>
  actor?.kind === 'user' || actor?.kind === 'super' ? (actor.for ?? actor.id) : null

/** The actor of automatic work. */
export const SYSTEM: Actor = { kind: 'system', id: 0 }

/** An event as given to an append; the store adds stream, revision and position. */
export interface NewEvent<E extends AnyEvent = AnyEvent> {
  /** uuid v5 of command id and index, so that a repeated command makes the same events */
  readonly id: string
  readonly type: E['type']
  readonly data: E['data']
  /** the owning company; 0 = platform */
  readonly companyId: number
  /** ISO-8601, UTC */
  readonly time: string
  readonly actor: Actor
  /** the same for all events of one request, from the browser to the phone and back */
  readonly correlationId: string
  /** id of the command that appended the event */
  readonly causationId: string
}

/** An event as stored and published. */
export interface StoredEvent<E extends AnyEvent = AnyEvent> extends NewEvent<E> {
  readonly stream: string
  /** 0-based index in its stream */
  readonly revision: number
  /** position in the log: digits, padded to 20 so that text order is number order; opaque to clients */
  readonly position: string
}

export interface AnyEvent {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: the registry in events/index.ts gives each type its own shape
  readonly data: any
}

/** Turns a map of wire names to schemas into a union of `{type, data}`. */
export type EventsOf<M extends Record<string, TSchema>> = {
  [K in keyof M & string]: { readonly type: K; readonly data: Static<M[K]> }
}[keyof M & string]

/** Pads a number to the text form of a position. */
export const toPosition = (value: number | bigint): string => value.toString().padStart(20, '0')
/** The position before the first event. */
export const START = toPosition(0)
