import { createHash } from 'node:crypto'
import type { Report } from '@guiche/contracts/bus/reports.js'
import type { DueKindWith } from '@guiche/contracts/due-work/index.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import { pick, sameIn } from '@guiche/contracts/pick.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { excerptOf, mapOf, parseCards, splitCards } from '@guiche/contracts/views/excerpt.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { FileTurns } from '../media/file-turns.js'
import { MEASURED_FIELDS, measuresOf } from '../media/measure.js'
import { prepareFile, type Tools } from '../media/outgoing.js'
import { storeVoiceNote } from '../media/voice-note.js'
import type {
  MessageRef,
  OutgoingCard,
  OutgoingMessage,
  ProviderSession,
  SendResult,
} from '../providers/provider.js'
import type { Outcome } from './lane.js'
import { createPreparation } from './preparation.js'
import type { Records } from './records.js'
import type { ReportOnWork, RequestedBy } from './requested-by.js'

interface Deps extends Tools {
  readonly records: Pick<Records, 'messages'>
  readonly report: ReportOnWork
  readonly requestedBy: Pick<RequestedBy, 'remember'>
  readonly turns: FileTurns
}

interface Performer extends Deps {
  readonly makeReady: ReturnType<typeof createPreparation>
}

/** One piece of work in progress. */
interface CarriedWork {
  readonly work: DueWorkDoc
  readonly message: MessageDoc
  readonly line: ProviderSession
}

/** Files that are read and uploaded at the same time for one connection. */
const UPLOADS_AT_ONCE = 2

/** Kinds with a lane of their own; all other work goes to WhatsApp in one lane per connection, in order. */
export type OwnLaneKind = 'read' | 'media'
export type OutgoingKind = Exclude<DueKindWith<{ worker: 'gateway' }>, OwnLaneKind>

/** The error code of each kind of work for reasons without one. */
export const FAILURE_CODES: Readonly<Record<OutgoingKind, ErrorCode>> = {
  send: 'ERR_SENDING_WAPP_MSG',
  edit: 'ERR_EDITING_WAPP_MSG',
  revoke: 'ERR_DELETE_WAPP_MSG',
  reaction: 'ERR_REACTING_WAPP_MSG',
}
export const OUTGOING_KINDS = Object.keys(FAILURE_CODES) as readonly OutgoingKind[]
/** Whether a kind of work goes to WhatsApp in the connection's order. */
export const isOutgoing = (kind: DueWorkDoc['kind']): kind is OutgoingKind =>
  Object.hasOwn(FAILURE_CODES, kind)

/** The error of work that has waited for a day. "Not sent" would be wrong for a change of a sent message. */
export const expiredCode = (kind: DueWorkDoc['kind']): ErrorCode =>
  kind !== 'send' && isOutgoing(kind) ? FAILURE_CODES[kind] : 'ERR_WAPP_MESSAGE_EXPIRED'

const refOf = (message: MessageDoc): MessageRef => pick(message, 'waId', 'fromMe', 'remoteJid', 'participant')
const idsOf = (work: DueWorkDoc, message: MessageDoc) => ({
  ...pick(work, 'companyId', 'connectionId'),
  ...pick(message, 'fromMe', 'waId'),
})

/** Id of the stanza of an edit, revocation or reaction: the same for the same request. */
const stanzaId = (work: DueWorkDoc): string =>
  `3EB0${createHash('sha256')
    .update(JSON.stringify([work.id, work.since]))
    .digest('hex')
    .slice(0, 18)
    .toUpperCase()}`

/** The caption of a file; clients that send none give the file's name instead. */
const captionOf = ({ body, media }: MessageDoc): string => (body === media?.fileName ? '' : body)

/** The place or people in a message; null for other messages. */
const cardOf = ({ kind, body, details }: MessageDoc): OutgoingCard | null => {
  if (kind === 'locationMessage' && details?.of === 'place') {
    return {
      as: 'place',
      ...pick(details, 'latitude', 'longitude', 'name', 'address'),
      thumbnail: mapOf(body),
    }
  }
  if (kind !== 'contactMessage') return null
  const names = parseCards(body).map(({ name }) => name)
  return { as: 'people', people: splitCards(body).map((vcard, at) => ({ name: names[at] ?? '', vcard })) }
}

/** The outcome of a failed attempt, null for a successful one. */
const failureOf = (sent: SendResult, kind: OutgoingKind): Outcome | null => {
  if (sent.ok) return null
  const { error } = sent
  if (error.kind === 'offline') return { kind: 'halt' }
  const hasOwnCode = error.kind !== 'fault' && error.code !== FAILURE_CODES.send
  const code = hasOwnCode ? error.code : FAILURE_CODES[kind]
  return { kind: error.kind === 'fault' ? 'fault' : 'failed', code, detail: error.detail }
}

/** Sends each kind of work on the line. Gives the answer, and the report of a success. */
const SEND_OF_KIND: Readonly<
  Record<OutgoingKind, (carried: CarriedWork) => Promise<readonly [SendResult, Report]>>
> = {
  send: async ({ work, message, line }) => {
    const sent = await line.send(refOf(message))
    return [sent, { kind: 'sent', ...idsOf(work, message), messageId: message.id }]
  },
  edit: async ({ work, message, line }) => {
    const body = work.body ?? ''
    const sent = await line.edit(refOf(message), body, stanzaId(work))
    return [sent, { kind: 'edited', ...idsOf(work, message), by: 'us', body }]
  },
  revoke: async ({ work, message, line }) => {
    const sent = await line.revoke(refOf(message), stanzaId(work))
    return [sent, { kind: 'revoked', ...idsOf(work, message), by: 'us' }]
  },
  reaction: async ({ work, message, line }) => {
    const emoji = work.body ?? ''
    const sent = await line.react(refOf(message), emoji, stanzaId(work))
    return [sent, { kind: 'reacted', ...idsOf(work, message), by: 'us', emoji }]
  },
}

/** Prepares a message, one with a file beside the lane. Gives null if the message can be sent. */
const makeReady = (deps: Performer, carried: CarriedWork): Promise<Outcome | null> | Outcome | null => {
  const { work, message, line } = carried
  const { media } = message
  const make = () => prepareMessage(deps, carried)
  if (media === null) return make()
  return deps.makeReady(message, line, () =>
    deps.turns({ companyId: work.companyId, later: false }, media.size, make),
  )
}

/** Gives null if the message can be sent. */
const prepareMessage = async (deps: Deps, { work, message, line }: CarriedWork): Promise<Outcome | null> => {
  const ready = await outgoingMessage(deps, message)
  if (typeof ready === 'string') return { kind: 'failed', code: ready, detail: 'file' }
  const failure = failureOf(await line.prepare(ready), 'send')
  if (failure === null) await reportMeasures(deps, work, message, ready)
  return failure
}

const outgoingMessage = async (deps: Deps, message: MessageDoc): Promise<OutgoingMessage | ErrorCode> => {
  const { quotedId, media } = message
  const quoted = quotedId === null ? undefined : (await deps.records.messages([quotedId])).get(quotedId)
  const file = media === null ? null : await prepareFile(deps, { ...message, media }, captionOf(message))
  if (file !== null && !file.ok) return file.error
  return {
    waId: message.waId,
    to: message.remoteJid,
    text: message.body,
    forwarded: message.forwarded,
    file: file === null ? null : file.value,
    card: cardOf(message),
    quoted: quoted === undefined ? null : { ...refOf(quoted), text: excerptOf(quoted) },
  }
}

/**
 * Reports measures of our own file that sending has found: length, loudness, picture size, number of pages. For a
 * recording it reports the voice note that replaces the recording.
 */
const reportMeasures = async (
  { blobs, report }: Deps,
  work: DueWorkDoc,
  message: MessageDoc,
  { file }: OutgoingMessage,
): Promise<void> => {
  const { companyId, connectionId, fromMe, waId, media } = message
  if (media === null || file === null) return
  const { seconds, waveform, width, height, pages } = file
  const measures = measuresOf({
    ...media,
    ...(width !== null && height !== null && { width, height }),
    ...(waveform !== null && { waveform: [...waveform] }),
    ...(pages !== null && { pages }),
  })
  const voiceNote = await storeVoiceNote(blobs, companyId, media, file)
  const isKnown = seconds === media.seconds && sameIn(measures, measuresOf(media), ...MEASURED_FIELDS)
  if (isKnown && voiceNote === null) return
  const measured = { ...media, ...voiceNote, seconds, ...measures }
  const ids = { companyId, connectionId, fromMe, waId, messageId: message.id }
  await report(work, { kind: 'media', ...ids, media: measured })
}

/** Carries out one piece of work on an open line and reports it. */
export const createPerform = (deps: Deps) => {
  const making = {
    blobs: deps.blobs,
    atOnce: UPLOADS_AT_ONCE,
    whenFull: 'aside',
    code: FAILURE_CODES.send,
  } as const
  const performer: Performer = { ...deps, makeReady: createPreparation(making) }
  return async (work: DueWorkDoc, message: MessageDoc, line: ProviderSession): Promise<Outcome> => {
    const { kind, connectionId, correlationId } = work
    deps.requestedBy.remember(connectionId, message.waId, correlationId)
    if (!isOutgoing(kind)) throw new Error(`work of kind ${kind} has another lane`)
    const carried = { work, message, line }
    const against = kind === 'send' ? await makeReady(performer, carried) : null
    if (against !== null) return against
    const [sent, done] = await SEND_OF_KIND[kind](carried)
    const failure = failureOf(sent, kind)
    if (failure === null) await deps.report(work, done)
    return failure ?? { kind: 'done' }
  }
}
