import type { Report } from '@guiche/contracts/bus/reports.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import { isTooLate } from '@guiche/contracts/message/too-late.js'
import { warmedLimits } from '@guiche/contracts/settings/send-limits.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { isGroup, pnOf, toJid } from '../jids.js'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'
import { admitMessage } from './limits.js'
import { expiredCode, FAILURE_CODES, type OutgoingKind } from './perform.js'
import type { RateUsageBook } from './rate-usage.js'
import type { Records } from './records.js'

interface Deps {
  readonly records: Pick<Records, 'messages' | 'knowsContact' | 'company' | 'connections'>
  readonly usage: RateUsageBook
  readonly perform: (work: DueWorkDoc, message: MessageDoc, line: ProviderSession) => Promise<Outcome>
  readonly report: (report: Report) => Promise<void>
  /** milliseconds since the epoch */
  readonly now: () => number
  /** 0 ≤ x < 1 */
  readonly chance: () => number
}

/** The sender's view of a connection. */
export interface SenderLine {
  readonly line: ProviderSession
  /** the account's number, null if unknown */
  readonly number: string | null
  /** whether the lease is still ours, checked right before each send */
  readonly held: () => boolean
  /** pause between messages as a person does, and send fewer messages from a new number */
  readonly paced: boolean
}

export const EXPIRES_MS = 24 * 3_600_000
const MISSING_MS = 200
const MISSING_GIVES_UP_MS = 60_000
const MAX_CACHED_NUMBERS = 1_000
const MINUTE = 60_000
/**
 * Pause between two messages, as a share of the interval that the limit per minute allows. Half of the pause is
 * random.
 */
const PAUSE_SHARE = 0.9

/**
 * The kind of work to perform for a piece of due work. A message that was deleted meanwhile is not sent. A crash may
 * have hidden that the message went out, so the phones are asked to delete it. A phone that never got the message
 * does nothing.
 */
const revokeInstead = (work: DueWorkDoc, { pendingRevoke, deleted }: MessageDoc): DueWorkDoc =>
  work.kind === 'send' && (pendingRevoke || deleted) ? { ...work, kind: 'revoke' } : work

const failedOutcome = (code: ErrorCode, detail: string): Outcome => ({ kind: 'failed', code, detail })

const newState = () => ({
  missingSince: createBoundedCache<string, number>(MAX_CACHED_NUMBERS),
  /** messages that were withdrawn instead of sent: the views may still show further work on them */
  withdrawn: createBoundedCache<string, true>(MAX_CACHED_NUMBERS),
  lastSent: new Map<number, number>(),
  /** WhatsApp's spelling by number: earlier messages still have the old spelling */
  spelled: createBoundedCache<string, string>(MAX_CACHED_NUMBERS),
})

interface Sender extends Deps, ReturnType<typeof newState> {}

const sendWork = async (sender: Sender, work: DueWorkDoc, way: SenderLine | null): Promise<Outcome> => {
  const { records, usage, withdrawn, lastSent, now } = sender
  if (withdrawn.has(work.ref)) return { kind: 'done' }
  if (now() - Date.parse(work.dueAt) > EXPIRES_MS)
    return failedOutcome(expiredCode(work.kind), 'waited too long')
  if (way === null || !way.held()) return { kind: 'halt' }
  const { connectionId, companyId } = work
  const connection = (await records.connections([connectionId])).get(`${connectionId}`)
  const former = ofFormerNumber(work, way, connection)
  if (former !== null) return former
  const message = (await records.messages([work.ref])).get(work.ref)
  if (message === undefined) return missingOutcome(sender, work)
  sender.missingSince.delete(work.id)
  const futile = futileChange(work, message, now())
  if (futile !== null) return futile
  const settings = (await records.company(companyId))?.settings ?? {}
  const { limits } = warmedLimits(settings, way.paced ? (connection?.linkedAt ?? null) : null, now())
  const pause = PAUSE_SHARE * (MINUTE / limits.perMinute) * (0.5 + sender.chance())
  const gap = pause - (now() - (lastSent.get(connectionId) ?? 0))
  if (way.paced && gap > 0) return { kind: 'wait', ms: Math.ceil(gap) }

  const newChat =
    work.kind === 'send' &&
    !isGroup(message.remoteJid) &&
    !(await records.knowsContact(companyId, connectionId, message.contactId))
  const admission = admitMessage(await usage.get(connectionId, way.number), limits, newChat, now())
  if (admission.may === 'wait') return { kind: 'wait', ms: admission.ms }
  if (admission.may === 'not') return failedOutcome(admission.code, 'new chat')
  const refused = newChat ? await sendRefusal(sender, message, way.line) : null
  if (refused !== null) {
    // checks of numbers count against WhatsApp's limits, too
    lastSent.set(connectionId, now())
    return refused
  }

  if (!way.held()) return { kind: 'halt' }
  const todo = revokeInstead(work, message)
  const outcome = await sender.perform(todo, withRealAddress(sender, message), way.line)
  if (outcome.kind === 'done') {
    if (todo !== work) withdrawn.set(work.ref, true)
    usage.set(connectionId, admission.usage)
    lastSent.set(connectionId, now())
  }
  return outcome
}

/** Messages that waited for the connection's former number do not go out from another number. */
const ofFormerNumber = (
  work: DueWorkDoc,
  { number }: SenderLine,
  doc: ConnectionDoc | undefined,
): Outcome | null => {
  const linked = doc?.linkedNumber ?? null
  // the views do not show yet that the number has changed
  if (number !== null && linked !== null && linked !== number) return { kind: 'wait', ms: MISSING_MS }
  if (work.dueAt >= (doc?.numberChangedAt ?? '')) return null
  const code = work.kind === 'send' ? 'ERR_WAPP_NUMBER_CHANGED' : FAILURE_CODES[work.kind as OutgoingKind]
  return failedOutcome(code, 'it waited for another number')
}

const missingOutcome = ({ missingSince, now }: Sender, work: DueWorkDoc): Outcome => {
  const since = missingSince.get(work.id) ?? now()
  missingSince.set(work.id, since)
  if (now() - since < MISSING_GIVES_UP_MS) return { kind: 'wait', ms: MISSING_MS }
  missingSince.delete(work.id)
  return failedOutcome('ERR_NO_MESSAGE_FOUND', 'the message is in no view')
}

/** A change of a message that was never sent, or that comes too late; null for any other work. */
const futileChange = ({ kind }: DueWorkDoc, { fromMe, error, sentAt }: MessageDoc, now: number) => {
  if (kind !== 'send' && fromMe && error !== null) {
    const code = FAILURE_CODES[kind as OutgoingKind] ?? 'ERR_SENDING_WAPP_MSG'
    return failedOutcome(code, 'the message itself was never sent')
  }
  const late = kind === 'edit' || kind === 'revoke' ? isTooLate(kind, sentAt, now) : null
  return late && failedOutcome(late, 'the phones take it no more')
}

/**
 * Whether WhatsApp knows the number: writing to unknown numbers gets an account restricted. WhatsApp's other spelling
 * of the number is stored on the contact.
 */
const sendRefusal = async (
  { report, spelled }: Sender,
  message: MessageDoc,
  line: ProviderSession,
): Promise<Outcome | null> => {
  const number = pnOf(message.remoteJid)
  if (number === null) return null
  const found = await line.checkNumber(number)
  if (!found.ok) {
    if (found.error.kind === 'offline') return { kind: 'halt' }
    return { kind: 'fault', code: 'ERR_WAPP_CHECK_CONTACT', detail: found.error.detail }
  }
  const { number: right, lid } = found.value
  if (right === null) return failedOutcome('ERR_WAPP_INVALID_CONTACT', 'not on WhatsApp')
  if (right === number) return null
  const { companyId, connectionId } = message
  // stores the linked id under the present number, and then the right number under the linked id
  for (const pn of [number, right]) {
    const peer = { pn, lid, group: null, name: null }
    await report({ kind: 'identities', companyId, connectionId, peer })
  }
  spelled.set(number, right)
  return null
}

/** The message at its contact's real address: another spelling of a number reaches nobody. */
const withRealAddress = ({ spelled }: Sender, message: MessageDoc): MessageDoc => {
  const number = spelled.get(pnOf(message.remoteJid) ?? '')
  return number === undefined ? message : { ...message, remoteJid: toJid(number) }
}

/** Sends the next message of a connection, if the limits allow it now. */
export const createSender = (deps: Deps) => {
  const sender: Sender = { ...deps, ...newState() }
  return (work: DueWorkDoc, way: SenderLine | null): Promise<Outcome> => sendWork(sender, work, way)
}
