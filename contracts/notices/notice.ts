import type { EventNamed, RelayedType } from '../events/index.js'
import type { Language } from '../languages.js'
import { pick } from '../pick.js'
import type { ServerFrames } from '../realtime/realtime.js'
import type { Caller } from '../users/permissions.js'
import type { MessageRecord, TicketRecord } from '../views/records.js'

/** The content of a push, as JSON: a desktop notification, and the path that a click on it opens. */
export interface PushedNotice {
  readonly title: string
  readonly body: string
  /** notices with the same tag replace each other, for example `ticket-7` */
  readonly tag: string
  readonly path: string
}

/** The tag and the path of every notice about a ticket. */
export const placeOf = (ticketId: number, uuid: string): Pick<PushedNotice, 'tag' | 'path'> => ({
  tag: `ticket-${ticketId}`,
  path: `/tickets/${uuid}`,
})

/** Fills values into a text: `{{name}} mencionou você`. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

/** The fields of a ticket that decide who gets a notice. `isUnread`: the ticket has unread messages. */
export type NoticeTicket = Pick<TicketRecord, 'status' | 'userId' | 'queueId'> & {
  readonly isUnread: boolean
  /** the note with the reason of the last move */
  readonly why?: { readonly note: string } | null
}
export type Viewer = Pick<Caller, 'userId' | 'profile' | 'allTicket' | 'queueIds'>

/** State of an agent's window before the frame. */
export interface BeforeFrame {
  /** the ticket in the window's lists before the frame; undefined: in no list */
  readonly listed: (ticketId: number) => TicketRecord | undefined
  /** the ticket of the conversation in the window, if it is the frame's ticket */
  readonly open: (ticketId: number) => TicketRecord | undefined
}
type OpenedTicket = Pick<TicketRecord, 'id' | 'uuid'> & { readonly contact?: TicketRecord['contact'] }
/** The subject of a notice from a frame, and the ticket that a click opens. */
export interface FrameSubject<S> {
  readonly subject: S
  readonly ticket: OpenedTicket
}
/** The subject of a notice from an event. The ticket is read only if a user may get the notice. */
export interface EventSubject<S> {
  readonly subject: (ticket: NoticeTicket) => S
  readonly ticketId: number
  /** users who may get the notice; null: all users whom `isFor` names */
  readonly among: readonly number[] | null
}

/** Names in the language of the window's user. */
export interface WindowWords {
  /** name of a kind of message; '' if it has none */
  readonly kindName: (kind: MessageRecord['mediaType']) => string
  /** name of a group's member without name and number */
  readonly member: string
  /** name of a deleted user */
  readonly somebody: string
  /** name of the ticket's contact, '' if the frame does not have it */
  readonly contact: string
}

/** Events that can be pushed. Excludes the end of a session, because its browser gets no more pushes. */
export type PushableEvent = Exclude<RelayedType, 'user.session-ended.v1'>

/** Kinds of sounds: a message, a waiting ticket, news about the user's own tickets, or a failure. */
export type SoundKind = 'message' | 'waiting' | 'told' | 'error'

type Words<W extends string> = Readonly<Record<W, string>>

/** Conditions under which a window shows no notice. */
export type SilenceReason = 'muted' | 'looked-at' | 'own-change'
/** Pages on which a toast shows. */
export type ToastPlace = 'every-page' | 'other-pages'
/** The parts of the bell's list. */
export type BellPart = 'given' | 'mentions' | 'tickets'

/** By kind of frame: the frame's subject; null: none. */
export type Frames<S> = {
  readonly [K in keyof ServerFrames]?: (frame: ServerFrames[K], before: BeforeFrame) => FrameSubject<S> | null
}
/** By event: its subject; null: none. */
export type Events<S> = {
  readonly [E in PushableEvent]?: (data: EventNamed<E>['data']) => EventSubject<S> | null
}
/** A type with at least one of these properties. */
export type AtLeastOne<T> = { readonly [K in keyof T]-?: T & Required<Pick<T, K>> }[keyof T]

/**
 * A toast. `stays`: milliseconds. `where`: on every page, or on all pages except the inbox, which shows the news
 * itself. `opens`: a click opens the ticket. `only`: the receivers who see it; absent: all.
 */
interface ToastSpec<S, W extends string> {
  readonly stays: number
  readonly where: ToastPlace
  readonly opens: boolean
  readonly only?: (subject: S, viewer: Viewer) => boolean
  readonly says: (subject: S, words: Words<W>, known: WindowWords) => string
}
/** A sound, and a system notification while no window is focused. One window alone alerts per `key`. */
interface AlertSpec<S, W extends string> {
  readonly sound: (subject: S) => SoundKind
  readonly system: boolean
  readonly key: (subject: S) => string
  readonly says: (subject: S, words: Words<W>, known: WindowWords) => Pick<PushedNotice, 'title' | 'body'>
}
/** Windows learn by frames alone, so a toast or an alert without a frame does not compile. */
type InWindows<S, W extends string> =
  | {
      readonly frames: AtLeastOne<Frames<S>>
      readonly toast: ToastSpec<S, W> | null
      readonly alert: AlertSpec<S, W> | null
    }
  | { readonly frames: Readonly<Record<string, never>>; readonly toast: null; readonly alert: null }

/**
 * A kind of notice for agents. Both sources must be declared, null for an unused source. Open windows use
 * frames; the server uses events.
 */
export type NoticeSpec<S, W extends string> = InWindows<S, W> & {
  readonly words: Readonly<Record<Language, Words<W>>>
  readonly isFor: (subject: S, viewer: Viewer) => boolean
  readonly unless: readonly SilenceReason[]
  /** part of the bell's list that shows the notice until read */
  readonly bell: BellPart | null
  /** a web push to users who are away. `hidden` is for devices that show nothing of customers */
  readonly push: {
    readonly events: AtLeastOne<Events<S>>
    readonly says: (subject: S, words: Words<W>) => { readonly said: string; readonly hidden: string }
  } | null
}

/** A toast or an alert, in the language of its reader. */
export interface ShownNotice {
  readonly ticket: OpenedTicket
  readonly toast: {
    readonly text: string
    readonly stays: number
    readonly where: ToastPlace
    readonly opens: boolean
  } | null
  readonly alert:
    | (Pick<PushedNotice, 'title' | 'body'> & {
        readonly key: string
        readonly sound: SoundKind
        readonly system: boolean
      })
    | null
}
/** A push to send. */
export interface Push extends Pick<EventSubject<unknown>, 'ticketId' | 'among'> {
  /** The receivers of the notice, and their texts. */
  readonly of: (ticket: NoticeTicket) => {
    readonly isFor: (viewer: Viewer) => boolean
    readonly says: (language: Language) => { readonly said: string; readonly hidden: string }
  }
}

/** A notice without the type of its subject, for tables of all notices. */
export interface Notice<W extends string = string> {
  readonly words: Readonly<Record<Language, Words<W>>>
  readonly unless: readonly SilenceReason[]
  readonly bell: BellPart | null
  /** The kinds of frames that may give the notice. */
  readonly kinds: readonly (keyof ServerFrames)[]
  /** The notice that a window shows for this frame; null: none. */
  readonly ofFrame: <K extends keyof ServerFrames>(
    kind: K,
    frame: ServerFrames[K],
    window: BeforeFrame & {
      readonly viewer: Viewer
      readonly language: Language
      readonly known: (ticket: OpenedTicket) => WindowWords
    },
  ) => ShownNotice | null
  /** The events that may give a push. */
  readonly events: readonly PushableEvent[]
  /** The push of an event; null: none. */
  readonly ofEvent: <E extends PushableEvent>(type: E, data: EventNamed<E>['data']) => Push | null
}

/** Derives the windows' notices and the server's pushes from a declaration. */
export const createNotice = <S, W extends string>({
  words,
  frames,
  isFor,
  unless,
  toast,
  bell,
  alert,
  push,
}: NoticeSpec<S, W>): Notice<W> => ({
  words,
  unless,
  bell,
  kinds: Object.keys(frames) as (keyof ServerFrames)[],
  ofFrame: (kind, frame, { viewer, language, known, ...before }) => {
    const found = (frames as Frames<S>)[kind]?.(frame, before) ?? null
    if (found === null) return null
    const { subject, ticket } = found
    if (!isFor(subject, viewer)) return null
    const said = words[language]
    return {
      ticket,
      toast:
        toast && (toast.only?.(subject, viewer) ?? true)
          ? { ...pick(toast, 'stays', 'where', 'opens'), text: toast.says(subject, said, known(ticket)) }
          : null,
      alert: alert && {
        ...{ sound: alert.sound(subject), system: alert.system, key: alert.key(subject) },
        ...alert.says(subject, said, known(ticket)),
      },
    }
  },
  events: Object.keys(push?.events ?? {}) as PushableEvent[],
  ofEvent: (type, data) => {
    const noted = (push?.events as Events<S> | undefined)?.[type]?.(data) ?? null
    if (push === null || noted === null) return null
    const { ticketId, among } = noted
    return {
      ...{ ticketId, among },
      of: (ticket) => {
        const subject = noted.subject(ticket)
        return {
          isFor: (viewer) => isFor(subject, viewer),
          says: (language) => push.says(subject, words[language]),
        }
      },
    }
  },
})
