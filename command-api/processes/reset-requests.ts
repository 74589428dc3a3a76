import type { PasswordResets, ResetRequest } from '../auth/password-resets.js'
import type { AreaDeps } from '../deps.js'
import { createKeptQueue, type KeptQueue } from './kept-queue.js'

/** Waiting requests for a new password. */
export type ResetRequests = Pick<KeptQueue<ResetRequest>, 'add'>

/** Waits before retries, in ms. A request that fails for two minutes is dropped, because its link has expired. */
const DELAYS = [1000, 5000, 15_000, 30_000, 30_000]

/**
 * Handles requests for a new password after the answer. So neither text nor time of an answer reveals who has an
 * account.
 */
export const createResetRequests = (
  deps: Pick<AreaDeps, 'vault' | 'clock' | 'logger' | 'exclusively' | 'running'>,
  resets: Pick<PasswordResets, 'answer'>,
): ResetRequests =>
  createKeptQueue<ResetRequest>(deps, {
    name: 'reset-requests',
    atOnce: 4,
    delays: DELAYS,
    until: ({ until }) => until,
    run: ({ item }) => resets.answer(item),
    giveUp: async () => undefined,
  })
