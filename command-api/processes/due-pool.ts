import { type DueKindWith, waitsWhileBlocked } from '@guiche/contracts/due-work/index.js'
import { pick } from '@guiche/contracts/pick.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { createAttempts } from '@guiche/infra/due-work/attempts.js'
import { createDueWork } from '@guiche/infra/due-work/due-work.js'
import type { Limits } from '@guiche/infra/round-robin.js'
import type { AreaDeps } from '../deps.js'
import { reasonOf } from '../kernel/refused.js'
import { expectOwnFailure } from './own-failure.js'
import { type BackgroundWork, createRunningLoop } from './running.js'

type Deps = Pick<
  AreaDeps,
  | 'documents'
  | 'vault'
  | 'eventStore'
  | 'records'
  | 'standings'
  | 'blobs'
  | 'exclusively'
  | 'clock'
  | 'logger'
  | 'running'
>

/** The kinds of due work that are done here. */
export type PoolKind = DueKindWith<{ worker: 'command-api' }>

export interface DuePoolSpec<K extends PoolKind> {
  readonly kind: K
  readonly limits: Limits
  /** longest interval between two searches for work, in ms; default POLL_MS */
  readonly lookMs?: number
  /** milliseconds before the second and each further try */
  readonly delays: readonly number[]
  /**
   * Runs one piece of work, by commands whose ids derive from the work's, so that a repetition is harmless. Rejects on
   * failure.
   */
  run(work: DueWorkDoc): Promise<void>
  /** Reports by an event that the work is given up, so that the view drops it. Absent: tried for ever. */
  giveUp?(work: DueWorkDoc, reason: string): Promise<void>
}

export interface DuePool<K extends PoolKind = PoolKind> extends BackgroundWork {
  readonly kind: K
  /** Does all that is due. */
  work(): Promise<void>
}

/**
 * Limits for work of a few appends each. A company may use half of the places, so that others always find one; each
 * place is free again after milliseconds.
 */
export const OF_A_MOMENT = {
  limits: { atOnce: 40, perCompany: 20 },
  delays: [5_000, 30_000, 300_000],
} as const satisfies Pick<DuePoolSpec<PoolKind>, 'limits' | 'delays'>

/** Longest interval between searches for work. */
const POLL_MS = 5_000
const noPersonIn = (work: DueWorkDoc) => pick(work, 'kind', 'companyId', 'ref', 'correlationId')

/** Runs the due work of one kind at its time, in one instance of all that share the vault. */
export const createDuePool = <K extends PoolKind>(deps: Deps, spec: DuePoolSpec<K>): DuePool<K> => {
  const { logger, exclusively, clock } = deps
  const { kind, giveUp, lookMs = POLL_MS } = spec
  const now = (): number => clock.now().getTime()
  const prefix = `due/${kind}/`
  const attempts = createAttempts({
    ...deps,
    prefix,
    delays: spec.delays,
    forEver: giveUp === undefined,
    now,
  })
  const { isBlocked, isErasing } = deps.standings
  // the erasure of a company removes the company's due work, so nobody does the work meanwhile
  const isHeld = waitsWhileBlocked(kind) ? isBlocked : isErasing
  const due = createDueWork({ ...deps, isHeld, attempts, kind, limits: spec.limits, now })

  const failed = async (work: DueWorkDoc, failure: unknown): Promise<void> => {
    const about = { ...noPersonIn(work), reason: reasonOf(failure), err: failure }
    if ((await due.retryLater(work, about.reason)) === 'later') {
      const { attempts: tries = 0 } = attempts.of(work) ?? {}
      const alarm = tries >= spec.delays.length ? { alarm: 'due-work-failing' } : {}
      return logger.warn({ ...about, ...alarm, tries }, 'due work failed and is tried again')
    }
    await giveUp?.(work, about.reason)
    await due.done(work)
    logger.error({ alarm: 'due-work-given-up', ...about }, 'due work is given up')
  }
  const perform = async (work: DueWorkDoc): Promise<void> => {
    try {
      await spec.run(work)
      await due.done(work)
    } catch (failure) {
      try {
        await expectOwnFailure(deps, work.companyId, failure)
        await failed(work, failure)
      } catch (away) {
        due.release(work)
        throw away
      }
    }
  }

  const work = async (): Promise<void> => {
    await attempts.load()
    const underWay = new Set<Promise<void>>()
    let away: unknown
    const begin = (one: DueWorkDoc): void => {
      const running: Promise<void> = perform(one)
        .catch((failure: unknown) => {
          away = failure
        })
        .finally(() => underWay.delete(running))
      underWay.add(running)
    }
    for (;;) {
      try {
        if (away === undefined && !loop.stopped) for (const one of await due.claim()) begin(one)
      } catch (failure) {
        away = failure
      }
      if (underWay.size === 0) break
      await Promise.race(underWay)
    }
    if (away !== undefined) throw away
  }

  const workAlone = async (): Promise<void> => void (await exclusively(kind, work, loop.signal))
  const loop = createRunningLoop(
    deps,
    async () => {
      if (await due.isAnyDue()) await workAlone()
      loop.wakeIn(Math.min(lookMs, (await due.nextDueAt()) - now()))
    },
    { onFailure: (failure) => logger.warn({ err: failure, kind }, 'due work waits'), retryMs: POLL_MS },
  )
  return { kind, start: loop.wake, stop: loop.stop, work: workAlone }
}
