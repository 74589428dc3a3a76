import type { StoredEvent } from '../envelope.js'
import type { EventNamed, EventType } from '../events/index.js'

/** Fields of a piece of due work, without its kind; see `DueWorkDoc`. */
export interface DueWorkFields {
  readonly id: string
  readonly companyId: number
  /** id of the subject */
  readonly ref: string
  /** 0 without a connection */
  readonly connectionId: number
  readonly ticketId: number | null
  readonly contactId: number | null
  /** position of the requesting event; gives the order of work */
  readonly since: string
  /** ISO-8601; only gateways of earlier releases read it, during an upgrade */
  readonly requestedAt: string
  /** ISO-8601; the earliest time of the work */
  readonly dueAt: string
  /** the work yields to work that people wait for, for example because it is imported */
  readonly later: boolean
  /** the sender whose turn on the connection the work takes; see `askerOf` */
  readonly asker: string
  readonly correlationId: string
  /** the new text of an edit, the emoji of a reaction, or ids of read messages */
  readonly body: string | null
  readonly messageIds: readonly string[] | null
  /** for `read`: revision of the last mark in `marks-{ticketId}` */
  readonly mark: number | null
}

/** Last words of event names that mean the subject was deleted. */
export const DELETION_WORDS = ['deleted', 'erased', 'revoked'] as const
/**
 * Subjects that have events of deletion; taken from the first part of those events' names. Other things cannot be a subject of
 * due work.
 */
export type DueSubject = EventType extends infer T
  ? T extends `${infer S}.${(typeof DELETION_WORDS)[number]}.v1`
    ? S
    : never
  : never

/** The field of an event's data that has the id of the subject. */
type IdField<S extends DueSubject> = `${S}Id`
/** The events with the subject's id and a company. */
type EventNaming<S extends DueSubject> = {
  [T in EventType]: IdField<S> extends 'companyId' | keyof EventNamed<T>['data'] ? T : never
}[EventType]

/** Data of requested work. Defaults: due at once, no further data. */
export type WorkRequest = Partial<Pick<DueWorkFields, 'dueAt' | 'later' | 'body' | 'messageIds' | 'mark'>>

/** A function of an event, and of the subject's existing work of this kind, if any. */
type WorkFunction<T extends EventType, Work, Answer> = (
  event: StoredEvent<EventNamed<T>>,
  work: Work,
) => Answer

/**
 * A kind of due work: the events that request the work, and the events that end it. A subject has at most one
 * piece of work of a kind. An event concerns the subject whose id is in its data under `{subject}Id`; the
 * envelope has the company. Events of the subject's deletion end the work without being listed. All functions
 * are pure.
 */
export interface DueKindSpec<
  W extends 'gateway' | 'command-api' = 'gateway' | 'command-api',
  S extends DueSubject = DueSubject,
  V extends 'due-work' | { readonly version: number } = 'due-work' | { readonly version: number },
> {
  /** the service that runs the work; the service does not compile without a runner for the kind */
  readonly worker: W
  readonly subject: S
  /** the work sends a message: it waits while its company is blocked */
  readonly waits?: true
  /**
   * A kind of command-api has its own view with its own version: a changed fold rebuilds only that view. The
   * kinds of the gateway share one view, because its lanes need one order over all kinds.
   */
  readonly view: V
  /** The requested work; null: none. A new request replaces existing work. */
  readonly asks: {
    readonly [T in EventNaming<S>]?: WorkFunction<T, DueWorkFields | null, WorkRequest | null>
  }
  /** Whether the event ends existing work; `true`: always. Only called if the event requests no work. */
  readonly ends: { readonly [T in EventNaming<S>]?: true | WorkFunction<T, DueWorkFields, boolean> }
  /** Changes of existing work by events. */
  readonly changes?: {
    readonly [T in EventNaming<S>]?: WorkFunction<
      T,
      DueWorkFields,
      WorkRequest & Partial<Pick<DueWorkFields, 'since'>>
    >
  }
}

/** Declares a kind of due work. */
export const dueKind = <
  W extends 'gateway' | 'command-api',
  S extends DueSubject,
  const V extends 'due-work' | { readonly version: number },
>(
  spec: DueKindSpec<W, S, V> & { readonly view: W extends 'gateway' ? 'due-work' : unknown },
): DueKindSpec<W, S, V> => spec

/** For `asks`: requests work that is due at once, without further data. */
export const dueAtOnce = (): WorkRequest => ({})

/** A time (ISO-8601) plus `ms` milliseconds, as ISO-8601. */
export const plusMs = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()
