import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { closureRoutes } from '@guiche/contracts/routes/closures.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ClosureRecord } from '@guiche/contracts/views/closures.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../../deps.js'
import { metaOf } from '../../kernel/meta.js'
import type { FinishEvents } from '../../processes/consequences.js'
import { companyDecider } from '../decide.js'
import { type Closure, closureDecider } from './decide.js'
import { FIRST_STEP, percentOf, progressOf } from './progress.js'

/** State of erasures, from the stream and the vault. */
export const closureQueries = ({ kernel, vault }: Pick<AreaDeps, 'kernel' | 'vault'>): readonly Route[] => {
  const present = async (closure: Closure): Promise<ClosureRecord> => {
    const { closureId: companyId, startedAt, endedAt, removed } = closure
    if (removed !== null)
      return { companyId, status: 'erased', startedAt, endedAt, step: null, percent: 100, removed }
    const progress = await progressOf(vault, companyId)
    return {
      ...{ companyId, status: 'running', startedAt, endedAt: null },
      step: progress?.step ?? FIRST_STEP,
      percent: progress === null ? 0 : percentOf(progress),
      removed: null,
    }
  }
  return serving('query', {})(closureRoutes, {
    'GET /company-erasures': async () => {
      const { state } = await kernel.load(closureDecider, streams.closures())
      return ok({ body: await Promise.all([...state.values()].reverse().map(present)) })
    },
  })
}

type CommandDeps = Pick<AreaDeps, 'kernel' | 'exclusively'> & { readonly finish: FinishEvents }

/** A super user erases a company. */
export const closureCommands = ({ kernel, exclusively, finish }: CommandDeps): readonly Route[] =>
  serving('command', {})(closureRoutes, {
    // erasures run one after another: two super users cannot erase each other's companies at once and leave none
    'DELETE /companies/:id': (call) =>
      exclusively('company-erasures', async () => {
        const { params, body, caller } = call
        if (params.id === caller.companyId) return err(domainError('ERR_OWN_COMPANY'))
        const own = await kernel.load(companyDecider, streams.company(caller.companyId))
        if (own.state === null || own.state.erasing) return err(domainError('ERR_NO_COMPANY_FOUND'))
        const command = { kind: 'erase', name: body.name } as const
        const meta = { ...metaOf(call), companyId: params.id }
        const closed = await kernel.execute(companyDecider, streams.company(params.id), command, meta)
        if (!closed.ok) return closed
        await finish(closed.value.events)
        return ok({ position: closed.value.position, companyId: params.id })
      }),
  })
