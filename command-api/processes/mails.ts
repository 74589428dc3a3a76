import type { MailRecord } from '@guiche/contracts/routes/mails.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { createOutbox, type Letter } from '../mail/outbox.js'
import { userDecider } from '../user/decide.js'
import { createKeptQueue, type KeptItem, type KeptQueue, listKept, NotDone } from './kept-queue.js'
import { createRounds } from './rounds.js'

const QUEUE = 'mail-queue'
/** Reason of a letter whose password's event is not appended yet. The outbox hides the letter meanwhile. */
const UNWRITTEN = 'unwritten'

/** Puts letters on their way. Nobody waits for a mail server. */
export type Mails = Pick<KeptQueue<Letter>, 'add' | 'hold'>

type Deps = Pick<AreaDeps, 'vault' | 'clock' | 'logger' | 'exclusively' | 'running' | 'mailer' | 'kernel'>

/** Retry delays in ms. A server with greylisting accepts later, and a restarted server is back within the hour. */
const DELAYS = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]
/** Letters that are shown at once. */
const SHOWN = 300
const TIDY_MS = 1_800_000

/** Letters not sent by SMTP, newest first: those of the outbox, and those that wait for a retry. */
export const unsentLetters = async (vault: Deps['vault'], now: Date): Promise<MailRecord[]> => {
  const kept = await createOutbox(vault).list(now)
  const queued = await listKept<Letter>(vault, QUEUE)
  const records = [
    ...kept.map((letter): MailRecord => ({ ...letter, state: letter.reason === '' ? 'kept' : 'failed' })),
    ...queued
      .filter(({ tries, reason }) => tries > 0 && reason !== UNWRITTEN)
      .map(
        ({ id, at, reason, item: { html: _, password: __, ...letter } }): MailRecord => ({
          ...{ ...letter, id, at, reason },
          state: 'waiting',
        }),
      ),
  ]
  return records
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN)
    .map((record) => ({ ...record, id: record.id.replace('/', '.') }))
}

/**
 * Hands letters over to the mail server. Without a server, and when it refuses a letter, the letter goes to the super
 * user's outbox. After a crash a letter may leave twice, with the same Message-ID.
 */
export const createMails = (deps: Deps): Mails => {
  const { mailer, vault, clock, kernel } = deps
  const outbox = createOutbox(vault)
  /** Whether a letter's password is valid: its event was appended, and no later password's. */
  const isTrue = async ({ password }: Letter): Promise<boolean> =>
    password === undefined ||
    (await kernel.load(userDecider, streams.user(password.userId))).state.passwordRef === password.ref
  const keep = async ({ id, at, item }: KeptItem<Letter>, reason: string): Promise<void> => {
    if (!(await isTrue(item))) return
    const { html: _, password: __, ...letter } = item
    return outbox.keep(id, { ...letter, at, reason })
  }
  createRounds(deps, {
    name: 'outbox',
    everyMs: TIDY_MS,
    failed: 'old mails of the outbox are not removed',
    round: () => outbox.tidy(clock.now()),
  })
  return createKeptQueue<Letter>(deps, {
    name: QUEUE,
    atOnce: 8,
    delays: DELAYS,
    until: ({ until }) => until,
    run: async (kept, signal) => {
      if (!(await isTrue(kept.item))) {
        // the event's append may still run; an event absent at the next try never was appended
        if (kept.tries === 0) throw new NotDone(UNWRITTEN, false)
        return
      }
      if (mailer === null) return keep(kept, '')
      const { until, password: _, ...letter } = kept.item
      if (until !== null && Date.parse(until) <= clock.now().getTime()) throw new NotDone('late', true)
      const outcome = await mailer.send({ ...letter, id: kept.id.replace('/', '.') }, signal)
      if (outcome !== 'sent') throw new NotDone(outcome.failed, outcome.forGood)
    },
    giveUp: keep,
  })
}
