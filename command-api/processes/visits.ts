import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import { Refused } from '../kernel/refused.js'
import { userDecider } from '../user/decide.js'
import { createDuePool, type DuePool, OF_A_MOMENT } from './due-pool.js'

/** Ends visits whose time is over. */
export const createVisits = (deps: AreaDeps): DuePool<'visit'> =>
  createDuePool(deps, {
    kind: 'visit',
    ...OF_A_MOMENT,
    run: async ({ companyId, ref, since, body: sessionId, correlationId }) => {
      const meta = { commandId: derivedUuid('visit', ref, since), companyId, actor: SYSTEM, correlationId }
      const command = { kind: 'leave-visit', sessionId, reason: 'time-over' } as const
      const done = await deps.kernel.execute(userDecider, streams.user(Number(ref)), command, meta)
      if (!done.ok) throw new Refused(done.error.code)
    },
  })
