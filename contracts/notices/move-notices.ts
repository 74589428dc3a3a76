import type { Language } from '../languages.js'
import type { LeftTicket } from '../realtime/realtime.js'
import type { MessageRecord, TicketRecord } from '../views/records.js'
import { type BeforeFrame, createNotice, type FrameSubject, fillText, type Viewer } from './notice.js'

// Notices for agents about moved tickets.

/** Duration of a toast about a ticket taken by another user, in ms. */
const TAKEN_MS = 8000
/** Duration of a toast about a ticket that the user was given, in ms. */
const GIVEN_MS = 12_000

interface MoveSubject {
  /** the ticket in the window's lists before the frame; undefined if in no list */
  readonly before: TicketRecord | undefined
  readonly now: TicketRecord
}

/** A frame's ticket, if newer than the window's. */
const movedIn = (now: TicketRecord, { listed }: BeforeFrame): FrameSubject<MoveSubject> | null => {
  const before = listed(now.id)
  if (before !== undefined && before.position > now.position) return null
  return { subject: { before, now }, ticket: now }
}
type AttendedTicket = Pick<TicketRecord, 'status' | 'userId'>
const isAttendedBy = (ticket: AttendedTicket | undefined, { userId }: Pick<Viewer, 'userId'>): boolean =>
  ticket?.status === 'open' && ticket.userId === userId

/** Whether the frame's last move is newer than the window's data. */
const movedSince = ({ before, now }: MoveSubject): boolean => {
  const at = now.moved?.position
  return at !== undefined && (before === undefined ? at === now.position : at > before.position)
}

/** Name of the user of the last move; '' without a user, or for a deleted one. */
const moverName = ({ moved }: TicketRecord): string => moved?.name ?? ''

interface GivenTicket {
  /** the new agent */
  readonly userId: number | null
  /** the user who moved the ticket, by id and name, if known */
  readonly by: number | null
  readonly byName: string
  /** position of the move */
  readonly position: string
  /** reason given by the mover; '' without one */
  readonly why: string
}
/** Maximum of characters of a transfer's reason. */
export const LONGEST_WHY = 200
/** The text, followed by the reason if there is one. */
const withWhy = (said: string, why: string): string =>
  why === '' ? said : `${said.replace(/[.]$/, '')}: ${why}`
/**
 * Text of the notice that a user was given a ticket: by whom, from whom and why. The bell uses the same text.
 */
export const givenText = (
  { byName, why }: Pick<GivenTicket, 'byName' | 'why'>,
  words: Readonly<Record<'text' | 'byNobody', string>>,
  name: string,
): string => withWhy(fillText(byName === '' ? words.byNobody : words.text, { user: byName, name }), why)

/** The new agent of a move; null if the agent stays the same. */
const givenIn = (found: FrameSubject<MoveSubject> | null): FrameSubject<GivenTicket> | null => {
  if (found === null) return null
  const { before, now } = found.subject
  const { userId, moved } = now
  if (userId === null || now.status !== 'open' || isAttendedBy(before, { userId })) return null
  if (!moved || !movedSince(found.subject)) return null
  const { id: by, name: byName, position } = moved
  return { ...found, subject: { userId, by, byName, position, why: now.why?.note ?? '' } }
}

/** Another user gave the user a ticket to attend. */
export const givenNotice = createNotice<GivenTicket, 'text' | 'byNobody' | 'title'>({
  words: {
    pt: {
      title: 'Um atendimento passou para você',
      text: '{{user}} passou {{name}} para você.',
      byNobody: '{{name}} passou para você.',
    },
    en: {
      title: 'A ticket was passed on to you',
      text: '{{user}} passed {{name}} on to you.',
      byNobody: '{{name}} was passed on to you.',
    },
    es: {
      title: 'Te pasaron una conversación',
      text: '{{user}} te pasó a {{name}}.',
      byNobody: 'Te pasaron a {{name}}.',
    },
  },
  frames: {
    ticket: (frame, before) => (frame.action === 'update' ? givenIn(movedIn(frame.ticket, before)) : null),
    appMessage: (frame, before) =>
      frame.action === 'delete' ? null : givenIn(movedIn(frame.ticket, before)),
  },
  isFor: ({ userId, by }, viewer) => userId === viewer.userId && by !== viewer.userId,
  unless: ['own-change'],
  toast: {
    ...{ stays: GIVEN_MS, where: 'every-page', opens: true },
    says: (subject, words, { contact }) => givenText(subject, words, contact),
  },
  bell: 'given',
  alert: {
    sound: () => 'told',
    system: true,
    key: ({ position }) => `given-${position}`,
    says: (subject, words, { contact }) => ({
      title: words.title,
      body: givenText(subject, words, contact),
    }),
  },
  push: {
    events: {
      'ticket.transferred.v1': ({ ticketId, from, to: { userId } }) =>
        userId === null || userId === from.userId
          ? null
          : {
              subject: ({ why }) => ({
                ...{ userId, by: null, byName: '', position: '', why: why?.note ?? '' },
              }),
              ...{ ticketId, among: [userId] },
            },
    },
    says: ({ why }, { title }) => ({ hidden: title, said: withWhy(title, why) }),
  },
})

type Words = Readonly<
  Record<'attended' | 'passed' | 'waits' | 'waitsIn' | 'returned' | 'returnedTo' | 'closed', string>
>
/** Texts about a ticket's new place and its mover. */
const MOVE_TEXTS: Readonly<Record<Language, Words>> = {
  pt: {
    attended: '{{to}} está atendendo {{name}} agora.',
    passed: '{{user}} passou {{name}} para {{to}}.',
    waits: '{{name}} aguarda de novo, sem fila.',
    waitsIn: '{{name}} aguarda de novo, na fila {{queue}}.',
    returned: '{{user}} devolveu {{name}}, que aguarda sem fila.',
    returnedTo: '{{user}} devolveu {{name}}, que aguarda na fila {{queue}}.',
    closed: '{{user}} resolveu o atendimento de {{name}}.',
  },
  en: {
    attended: '{{to}} is handling {{name}} now.',
    passed: '{{user}} passed {{name}} on to {{to}}.',
    waits: '{{name}} is waiting again, without a queue.',
    waitsIn: '{{name}} is waiting again, in the queue {{queue}}.',
    returned: '{{user}} returned {{name}}, who is waiting without a queue.',
    returnedTo: '{{user}} returned {{name}}, who is waiting in the queue {{queue}}.',
    closed: '{{user}} resolved {{name}}’s ticket.',
  },
  es: {
    attended: '{{to}} atiende a {{name}} ahora.',
    passed: '{{user}} pasó a {{name}} a {{to}}.',
    waits: '{{name}} espera de nuevo, sin cola.',
    waitsIn: '{{name}} espera de nuevo, en la cola {{queue}}.',
    returned: '{{user}} devolvió a {{name}}, que espera sin cola.',
    returnedTo: '{{user}} devolvió a {{name}}, que espera en la cola {{queue}}.',
    closed: '{{user}} resolvió la conversación de {{name}}.',
  },
}
interface TakenAwayTicket {
  readonly status: TicketRecord['status']
  /** names of the mover, the present agent, its queue and the contact; '' for none */
  readonly user: string
  readonly to: string
  readonly queue: string
  readonly name: string
  /** the mover has become the agent */
  readonly isTaken: boolean
}
const takenAwayText = ({ status, isTaken, ...names }: TakenAwayTicket, words: Words): string => {
  const said = (text: string) => fillText(text, names)
  const { user, queue } = names
  if (status === 'closed') return said(words.closed)
  if (status === 'open') return said(user === '' || isTaken ? words.attended : words.passed)
  if (user === '') return said(queue === '' ? words.waits : words.waitsIn)
  return said(queue === '' ? words.returned : words.returnedTo)
}

/** A ticket of the user got another agent, waits again, or was closed by another user. */
export const takenNotice = createNotice<MoveSubject, keyof Words>({
  words: MOVE_TEXTS,
  frames: {
    ticket: (frame, before) => (frame.action === 'update' ? movedIn(frame.ticket, before) : null),
    appMessage: (frame, before) => (frame.action === 'delete' ? null : movedIn(frame.ticket, before)),
  },
  isFor: ({ before, now }, viewer) =>
    isAttendedBy(before, viewer) &&
    !isAttendedBy(now, viewer) &&
    now.moved?.id !== viewer.userId &&
    // an automatic close, for example after a long silence, gives no notice
    (now.status === 'closed' ? moverName(now) !== '' : now.status === 'pending' || now.user !== null),
  unless: ['own-change'],
  toast: {
    ...{ stays: TAKEN_MS, where: 'every-page', opens: false },
    says: ({ now }, words, { contact }) =>
      takenAwayText(
        {
          ...{ status: now.status, user: moverName(now), to: now.user?.name ?? '', name: contact },
          ...{ queue: now.queue?.name ?? '', isTaken: now.moved?.id === now.userId },
        },
        words,
      ),
  },
  bell: null,
  alert: null,
  push: null,
})

interface WaitSubject extends MoveSubject {
  /** position of the move or message that began the wait */
  readonly began: string
  readonly by: number | null
  readonly byMessage: boolean
}
const waitsOf = (
  found: FrameSubject<MoveSubject> | null,
  message: MessageRecord | null,
): FrameSubject<WaitSubject> | null => {
  if (found === null) return null
  const { before, now } = found.subject
  if (now.status !== 'pending' || now.chatbot) return null
  if (before?.status === 'pending' && before.queueId === now.queueId && !before.chatbot) return null
  const isMove = now.moved !== null && movedSince(found.subject)
  // a ticket unknown to this window's lists: its first message opened it
  const isFirst = now.moved === null && now.unreadMessages === 1 && message?.fromMe === false
  const isLeftByBot = before?.chatbot === true
  if (!isMove && !isFirst && !isLeftByBot) return null
  const began = isMove ? (now.moved?.position ?? '') : (message?.id ?? now.position)
  const by = isMove ? (now.moved?.id ?? null) : null
  return { ...found, subject: { before, now, began, by, byMessage: message !== null } }
}

/** A ticket waits in a queue of the user, who may accept it: a sound and the list announce it. */
export const waitsNotice = createNotice<WaitSubject, never>({
  words: { pt: {}, en: {}, es: {} },
  frames: {
    ticket: (frame, before) =>
      frame.action === 'update' ? waitsOf(movedIn(frame.ticket, before), null) : null,
    appMessage: (frame, before) =>
      frame.action === 'create' ? waitsOf(movedIn(frame.ticket, before), frame.message) : null,
  },
  isFor: ({ before, now, by, byMessage }, viewer) =>
    now.queueId !== null &&
    viewer.queueIds.includes(now.queueId) &&
    by !== viewer.userId &&
    // the former agent gets a toast about the move instead
    !isAttendedBy(before, viewer) &&
    // such users get the notice of the message instead
    !(byMessage && viewer.allTicket),
  unless: ['muted', 'own-change'],
  toast: null,
  bell: null,
  alert: {
    sound: () => 'waiting',
    system: false,
    key: ({ began }) => `waits-${began}`,
    says: (_, __, { contact }) => ({ title: contact, body: '' }),
  },
  push: null,
})

interface Left {
  readonly before: TicketRecord
  /** the conversation is open in this window */
  readonly isOpen: boolean
  readonly left: LeftTicket | undefined
}

/** A ticket that the user attended or has on the screen is no longer accessible, or was deleted. */
export const leftNotice = createNotice<Left, keyof Words | 'text' | 'deleted' | 'deletedBy'>({
  words: {
    pt: {
      ...MOVE_TEXTS.pt,
      text: 'O atendimento de {{name}} saiu da sua lista.',
      deleted: 'O atendimento de {{name}} foi excluído.',
      deletedBy: 'O atendimento de {{name}} foi excluído por {{user}}.',
    },
    en: {
      ...MOVE_TEXTS.en,
      text: '{{name}}’s ticket has left your list.',
      deleted: '{{name}}’s ticket was deleted.',
      deletedBy: '{{name}}’s ticket was deleted by {{user}}.',
    },
    es: {
      ...MOVE_TEXTS.es,
      text: 'La conversación de {{name}} salió de tu lista.',
      deleted: 'Se eliminó la conversación de {{name}}.',
      deletedBy: '{{user}} eliminó la conversación de {{name}}.',
    },
  },
  frames: {
    ticket: (frame, { listed, open }) => {
      if (frame.action !== 'delete') return null
      const shown = open(frame.ticketId)
      const before = shown ?? listed(frame.ticketId)
      if (before === undefined || before.position > frame.position) return null
      return { subject: { before, isOpen: shown !== undefined, left: frame.left }, ticket: before }
    },
  },
  isFor: ({ before, isOpen, left }, viewer) =>
    (isOpen || isAttendedBy(before, viewer)) && left?.id !== viewer.userId,
  unless: ['own-change'],
  toast: {
    ...{ stays: TAKEN_MS, where: 'every-page', opens: false },
    says: ({ left }, words, { contact: name }) => {
      if (left === undefined) return fillText(words.text, { name })
      const { how, name: user, user: to, queue } = left
      if (how === 'deleted') return fillText(user === '' ? words.deleted : words.deletedBy, { name, user })
      const status = how === 'closed' ? 'closed' : to === '' ? 'pending' : 'open'
      if (status === 'closed' && user === '') return fillText(words.text, { name })
      return takenAwayText({ ...{ status, user, to, queue, name }, isTaken: user === to }, words)
    },
  },
  bell: null,
  alert: null,
  push: null,
})
