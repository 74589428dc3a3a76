import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { PlanUseEvent } from '@guiche/contracts/events/company.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { RunExclusively } from '@guiche/infra/lease/run-exclusively.js'
import type { Decider, Kernel, Meta } from '../kernel/kernel.js'
import { freshId } from '../kernel/meta.js'
import { companyDecider } from './decide.js'

/** The companies that hold a plan (stream `plan-use-{planId}`). */
export interface PlanUseState {
  readonly holders: ReadonlySet<number>
  /** the plan is deleted, or its deletion has begun */
  readonly isClosed: boolean
}

export type PlanUseCommand =
  | { readonly kind: 'begin' | 'end'; readonly holder: number }
  | { readonly kind: 'close'; readonly planId: number }

/**
 * Errors: ERR_NO_PLAN_FOUND for a use of a closed plan; ERR_PLAN_IN_USE (details `{count}`) while companies have the
 * plan.
 */
export const planUseDecider: Decider<PlanUseState, PlanUseCommand, PlanUseEvent> = {
  initial: { holders: new Set(), isClosed: false },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'plan-use.begun.v1':
        return { ...state, holders: new Set([...state.holders, data.holder]) }
      case 'plan-use.ended.v1':
        return { ...state, holders: new Set([...state.holders].filter((holder) => holder !== data.holder)) }
      case 'plan-use.closed.v1':
        return { ...state, isClosed: true }
      default:
        return state
    }
  },
  decide: ({ holders, isClosed }, command) => {
    if (command.kind === 'close') {
      if (holders.size > 0) return err(domainError('ERR_PLAN_IN_USE', { count: holders.size }))
      return ok(isClosed ? [] : [{ type: 'plan-use.closed.v1', data: { planId: command.planId } }])
    }
    const { kind, holder } = command
    if (kind === 'begin' && isClosed) return err(domainError('ERR_NO_PLAN_FOUND'))
    if (holders.has(holder) === (kind === 'begin')) return ok([])
    return ok([{ type: kind === 'begin' ? 'plan-use.begun.v1' : 'plan-use.ended.v1', data: { holder } }])
  },
}

interface Deps {
  readonly kernel: Kernel
  readonly exclusively: RunExclusively
}
type VoidResult = Result<void, DomainError>

/**
 * Keeps a plan from being deleted while a company has it. Plan and company are two streams: a use of the plan
 * begins before the company has the plan, and ends after the company has lost it. A move between plans locks
 * the company, so that leftovers of a crash differ from a running move.
 */
export const createPlanUse = ({ kernel, exclusively }: Deps) => {
  const run = async (planId: number, command: PlanUseCommand, meta: Meta): Promise<VoidResult> => {
    const own = { ...freshId(meta), companyId: PLATFORM_COMPANY }
    const done = await kernel.execute(planUseDecider, streams.planUse(planId), command, own)
    return done.ok ? ok(undefined) : done
  }

  const alone = <T>(companyId: number, task: () => Promise<T>): Promise<T> =>
    exclusively(`plan/${companyId}`, task)

  const planOf = async (companyId: number): Promise<number | null> =>
    (await kernel.load(companyDecider, streams.company(companyId))).state?.planId ?? null

  return {
    /**
     * Runs `write`, which gives the company this plan (null: no plan). `there`: whether the plan exists. Errors: those of
     * `write`, ERR_NO_PLAN_FOUND.
     */
    move: <T>(
      { companyId, planId }: { readonly companyId: number; readonly planId: number | null },
      there: (planId: number) => Promise<boolean>,
      meta: Meta,
      write: () => Promise<Result<T, DomainError>>,
    ): Promise<Result<T, DomainError>> =>
      alone(companyId, async () => {
        const before = await planOf(companyId)
        if (planId !== null && planId !== before) {
          if (!(await there(planId))) return err(domainError('ERR_NO_PLAN_FOUND'))
          const begun = await run(planId, { kind: 'begin', holder: companyId }, meta)
          if (!begun.ok) return begun
        }
        const written = await write()
        const now = await planOf(companyId)
        for (const left of new Set([before, planId])) {
          if (left === null || left === now) continue
          // after an outage the write's outcome is unknown: the use stays
          if (written.ok || written.error.code !== 'ERR_UNAVAILABLE')
            await run(left, { kind: 'end', holder: companyId }, meta)
        }
        return written
      }),

    /** Closes a plan to new holders. ERR_PLAN_IN_USE (details `{count}`) while companies hold the plan. */
    close: async (planId: number, meta: Meta): Promise<VoidResult> => {
      const closed = await run(planId, { kind: 'close', planId }, meta)
      if (closed.ok || closed.error.code !== 'ERR_PLAN_IN_USE') return closed
      const { state } = await kernel.load(planUseDecider, streams.planUse(planId))
      let isLess = false
      for (const holder of state.holders) {
        if ((await planOf(holder)) === planId) continue
        await alone(holder, async () => {
          if ((await planOf(holder)) === planId) return
          isLess = (await run(planId, { kind: 'end', holder }, meta)).ok
        })
      }
      return isLess ? run(planId, { kind: 'close', planId }, meta) : closed
    },
  }
}
export type PlanUse = ReturnType<typeof createPlanUse>
