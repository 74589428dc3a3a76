import type { StoredEvent } from '../envelope.js'
import type { EventNamed, EventType } from '../events/index.js'

/** A piece of due work, apart from its kind; see `DueWorkDoc`. */
export interface DueWorkFields {
  readonly id: string
  readonly companyId: number
  /** the id of its subject */
  readonly ref: string
  /** 0 where no connection is concerned */
  readonly connectionId: number
  readonly ticketId: number | null
  readonly contactId: number | null
  /** position of the event that asked for it: the order of work */
  readonly since: string
  /** ISO-8601; only gateways of earlier releases read it, during an upgrade */
  readonly requestedAt: string
  /** ISO-8601; it is done at this time, or as soon as possible after it */
  readonly dueAt: string
  /** gives way to work that people wait for, as what is imported does */
  readonly later: boolean
  /** whose work this is, of those that take turns on a connection; see `askerOf` */
  readonly asker: string
  readonly correlationId: string
  /** the new text of an edit, the emoji of a reaction, ids of read messages */
  readonly body: string | null
  readonly messageIds: readonly string[] | null
  /** of `read`: the revision in `marks-{ticketId}` of the last reading */
  readonly mark: number | null
}

/** How the names of events begin that say that something is gone. */
export const GONE = ['deleted', 'erased', 'revoked'] as const
/** The first part of the names of events about something that can be gone: what nothing ends is no subject of work. */
export type DueSubject = EventType extends infer T
  ? T extends `${infer S}.${(typeof GONE)[number]}.v1`
    ? S
    : never
  : never

/** The field of an event's data that has the id of the subject. */
type IdField<S extends DueSubject> = `${S}Id`
/** The events that name such a subject; every event has a company. */
type Naming<S extends DueSubject> = {
  [T in EventType]: IdField<S> extends 'companyId' | keyof EventNamed<T>['data'] ? T : never
}[EventType]

/** What an event says of the work that it asks for. What is left out: due at once, and nothing to be told. */
export type Asked = Partial<Pick<DueWorkFields, 'dueAt' | 'later' | 'body' | 'messageIds' | 'mark'>>

/** What is known when an event comes: the event, and the work of this kind about its subject, if there is any. */
type Of<T extends EventType, Work, Answer> = (event: StoredEvent<EventNamed<T>>, work: Work) => Answer

/**
 * A kind of due work: what asks for it, and what ends it. There is one piece of a kind about a subject. An event is about
 * the subject whose id stands in its data under `{subject}Id`; without that id it says nothing to this kind. A company is
 * named by the envelope. Whatever says that the subject is gone ends its work, and is not named here. All functions are
 * pure.
 */
export interface DueKindSpec<
  W extends 'gateway' | 'command-api' = 'gateway' | 'command-api',
  S extends DueSubject = DueSubject,
  V extends 'due-work' | { readonly version: number } = 'due-work' | { readonly version: number },
> {
  /** the service that does it, which does not compile without a runner for the kind */
  readonly worker: W
  readonly subject: S
  /** the work tells somebody something: it waits while its company is blocked, and is done late */
  readonly waits?: true
  /**
   * A new kind has a view of its own, with the version that grows when its folds change: so nothing else is built anew. The
   * kinds of the gateway share one view, in which its lanes find them in one order.
   */
  readonly view: V
  /** Null: this event asks for nothing. Where work is there already, what is asked for now takes its place. */
  readonly asks: { readonly [T in Naming<S>]?: Of<T, DueWorkFields | null, Asked | null> }
  /** `true`: always. Asked where work is there, and the event does not ask anew. */
  readonly ends: { readonly [T in Naming<S>]?: true | Of<T, DueWorkFields, boolean> }
  /** Work that is there goes on, otherwise. */
  readonly changes?: {
    readonly [T in Naming<S>]?: Of<T, DueWorkFields, Asked & Partial<Pick<DueWorkFields, 'since'>>>
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

/** As `asks`: at once, with nothing to be told. */
export const atOnce = (): Asked => ({})

/** So many milliseconds after a time, which is ISO-8601 as is what it gives. */
export const after = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()
