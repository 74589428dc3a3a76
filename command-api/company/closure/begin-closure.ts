import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { streams } from '@guiche/contracts/streams.js'
import { consequence } from '../../kernel/consequence.js'
import type { Kernel } from '../../kernel/kernel.js'
import { closureDecider } from './decide.js'

/**
 * Begins the erasure of a company after the company is closed. The erasure's stream belongs to the platform and
 * outlives the company.
 */
export const beginClosure = consequence<{ readonly kernel: Pick<Kernel, 'execute'> }, 'company.erasing.v1'>({
  name: 'begin-closure',
  group: 'cascade',
  atOnce: true,
  whileErasing: true,
  on: {
    'company.erasing.v1': async ({ data, actor }, work, { kernel }) => {
      const command = { kind: 'begin', closureId: data.companyId, userId: actor.id } as const
      const meta = { ...work.meta(), companyId: PLATFORM_COMPANY }
      work.settle(await kernel.execute(closureDecider, streams.closures(), command, meta))
    },
  },
})
