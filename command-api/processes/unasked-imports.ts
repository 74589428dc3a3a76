import { streams } from '@guiche/contracts/streams.js'
import { importDecider } from '../contact/import/decide.js'
import { createImportStore } from '../contact/import/import-store.js'
import type { AreaDeps } from '../deps.js'
import { createRounds, type Rounds, type RoundsDeps } from './rounds.js'

const POLL_MS = 3_600_000

/**
 * Removes rows of imports that were never requested, because the event store was down or the process ended. An import
 * with a record was requested. An import that the company's events name was, too; its record may come later.
 */
export const createUnaskedImports = (
  deps: RoundsDeps & Pick<AreaDeps, 'kernel' | 'vault' | 'clock'>,
): Rounds => {
  const { kernel, vault, clock } = deps
  const store = createImportStore(vault)

  const wasAskedFor = async (companyId: number, importId: string): Promise<boolean> => {
    for (const stream of [streams.import(companyId), streams.importOfBefore(importId)]) {
      const { state } = await kernel.load(importDecider, stream)
      if (state?.importId === importId) return true
    }
    return false
  }

  return createRounds(deps, {
    name: 'unasked-imports',
    everyMs: POLL_MS,
    failed: 'rows of imports that were not asked for stay for now',
    round: async (signal) => {
      for (const { companyId, id } of await store.unopened(clock.now())) {
        if (signal.aborted) return
        if (!(await wasAskedFor(companyId, id))) await store.forget(companyId, id)
      }
    },
  })
}
