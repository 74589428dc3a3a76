import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import { Refused } from '../kernel/refused.js'
import { ticketDecider } from '../ticket/decide.js'
import { createDuePool, type DuePool, OF_A_MOMENT } from './due-pool.js'

/** Brings snoozed tickets back when their time has come. */
export const createSnooze = (deps: AreaDeps): DuePool<'snooze'> =>
  createDuePool(deps, {
    kind: 'snooze',
    ...OF_A_MOMENT,
    run: async ({ companyId, ref, since, dueAt, correlationId }) => {
      const meta = { commandId: derivedUuid('snooze', ref, since), companyId, actor: SYSTEM, correlationId }
      const command = { kind: 'wake', caller: null, until: dueAt } as const
      const done = await deps.kernel.execute(ticketDecider, streams.ticket(Number(ref)), command, meta)
      if (!done.ok && done.error.code !== 'ERR_NO_TICKET_FOUND') throw new Refused(done.error.code)
    },
  })
