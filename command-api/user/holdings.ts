import { setTimeout as sleep } from 'node:timers/promises'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { UserEvent } from '@guiche/contracts/events/user.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { RunExclusively } from '@guiche/infra/lease/run-exclusively.js'
import { quotaDecider } from '../company/quota.js'
import type { Around } from '../kernel/around.js'
import { createClaiming, type Moves } from '../kernel/claiming.js'
import type { Claims, Kernel, LoadedState, Meta } from '../kernel/kernel.js'
import { freshId } from '../kernel/meta.js'
import { type UserCommand, userDecider } from './decide.js'
import type { UserState } from './state.js'

/** Time in ms in which the holder of a seat must become a user before the seat is free again. */
const BIRTH_MS = 3000
const POLL_MS = 50
type VoidResult = Result<void, DomainError>

/** A user's claims outside its own stream: a seat of the company, the e-mail, an admin's seat. */
export interface Holdings {
  /** ERR_USER_LIMIT (details `{limit}`) if all seats are taken; null = unlimited */
  takeSeat(userId: number, limit: number | null, meta: Meta): Promise<VoidResult>
  releaseSeat(userId: number, meta: Meta): Promise<VoidResult>
  /**
   * Claims around a change of the e-mail. ERR_EMAIL_ALREADY_EXISTS: an e-mail belongs to one user of the whole
   * installation.
   */
  emailAround(userId: number, moves: Moves<string>, meta: Meta): Around<UserState> | null
  /** Claims an e-mail for a user who does not exist yet. Error: ERR_EMAIL_ALREADY_EXISTS */
  takeEmail(userId: number, email: string, meta: Meta): Promise<VoidResult>
  releaseEmail(userId: number, email: string, meta: Meta): Promise<VoidResult>
  takeAdminSeat(userId: number, meta: Meta): Promise<VoidResult>
  /** ERR_LAST_ADMIN if this is the last admin's seat */
  releaseAdminSeat(userId: number, meta: Meta): Promise<VoidResult>
  /**
   * Runs tasks that change seats and roles of a company one after another. So no task sees a half-done
   * change.
   */
  exclusively<T>(companyId: number, task: () => Promise<T>): Promise<T>
}

/** The form in which e-mails are claimed, stored and compared. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

const userIdOf = (holder: string): number => Number(holder.slice(streams.user(0).length - 1))

/** The user with this e-mail, or null. */
export const userOfEmail = async (deps: { kernel: Kernel; claims: Claims }, email: string) => {
  const holder = await deps.claims.holder('email', [email])
  if (holder === null) return null
  const { state } = await deps.kernel.load(userDecider, holder)
  return state.status === 'active' && state.email === email ? state : null
}

export const createHoldings = (deps: {
  kernel: Kernel
  claims: Claims
  exclusively: RunExclusively
}): Holdings => {
  const { kernel, claims } = deps

  /**
   * The user of a holder. A holder that did not become a user in time (a crash in between) never will. Its
   * stream is closed first, so that a late creation fails instead of doubling the holdings.
   */
  const settled = async (holder: string, meta: Meta): Promise<LoadedState<UserState>> => {
    for (const deadline = performance.now() + BIRTH_MS; performance.now() < deadline; await sleep(POLL_MS)) {
      const loaded = await kernel.load(userDecider, holder)
      if (loaded.state.status !== 'none') return loaded
    }
    await kernel.execute(userDecider, holder, { kind: 'void', userId: userIdOf(holder) }, freshId(meta))
    return kernel.load(userDecider, holder)
  }

  const emails = createClaiming<string, UserState, UserCommand, UserEvent, never>(deps, {
    kind: 'email',
    partsOf: (email) => [email],
    decider: userDecider,
    streamOf: (holder) => holder,
    needs: (state, email) => state.status === 'active' && state.email === email,
    lose: (email) => ({ kind: 'lose-email', email }),
    taken: () => domainError('ERR_EMAIL_ALREADY_EXISTS'),
    settled,
    // the holder may be of another company, which must not learn who took the e-mail
    tellAs: ({ companyId }, meta) => ({ ...meta, companyId, actor: SYSTEM }),
  })

  const seat = async (
    kind: 'take' | 'release',
    of: 'user' | 'admin',
    userId: number,
    limit: number | null,
    meta: Meta,
  ): Promise<VoidResult> => {
    const command = { kind, seat: of, holder: streams.user(userId), limit }
    const result = await kernel.execute(quotaDecider, streams.quota(meta.companyId), command, freshId(meta))
    return result.ok ? ok(undefined) : result
  }

  /** Releases the seats of deleted users, and of users that were never created. */
  const sweep = async (meta: Meta): Promise<void> => {
    const { state } = await kernel.load(quotaDecider, streams.quota(meta.companyId))
    for (const holder of state.user) {
      const { state: user } = await settled(holder, meta)
      if (user.status === 'deleted') await seat('release', 'user', userIdOf(holder), null, meta)
    }
  }

  /** Takes admin seats again for admins whose demotion or deletion failed before its write. */
  const reseat = async (meta: Meta): Promise<VoidResult> => {
    const { state } = await kernel.load(quotaDecider, streams.quota(meta.companyId))
    for (const holder of state.user) {
      if (state.admin.includes(holder)) continue
      const { state: user } = await kernel.load(userDecider, holder)
      if (user.status !== 'active' || user.profile !== 'admin') continue
      const taken = await seat('take', 'admin', user.userId, null, meta)
      if (!taken.ok) return taken
    }
    return ok(undefined)
  }

  return {
    exclusively: (companyId, task) => deps.exclusively(`seats/${companyId}`, task),
    takeSeat: async (userId, limit, meta) => {
      const taken = await seat('take', 'user', userId, limit, meta)
      if (taken.ok || taken.error.code !== 'ERR_USER_LIMIT') return taken
      await sweep(meta)
      return seat('take', 'user', userId, limit, meta)
    },
    releaseSeat: (userId, meta) => seat('release', 'user', userId, null, meta),
    takeAdminSeat: (userId, meta) => seat('take', 'admin', userId, null, meta),
    releaseAdminSeat: async (userId, meta) => {
      const released = await seat('release', 'admin', userId, null, meta)
      if (released.ok || released.error.code !== 'ERR_LAST_ADMIN') return released
      const seated = await reseat(meta)
      return seated.ok ? seat('release', 'admin', userId, null, meta) : seated
    },
    emailAround: (userId, moves, meta) => emails.around(streams.user(userId), moves, meta),
    takeEmail: (userId, email, meta) => emails.take(email, streams.user(userId), meta),
    releaseEmail: (userId, email, meta) => claims.release('email', [email], streams.user(userId), meta),
  }
}
