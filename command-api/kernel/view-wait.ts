import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import type { Records } from '@guiche/infra/records/records.js'
import { ViewsBehind } from './unavailable.js'

/** Resolves when these views show the position. Rejects with ViewsBehind after a timeout. */
export const untilShown = async (
  records: Pick<Records, 'waitFor' | 'logPosition'>,
  views: readonly ViewName[],
  { companyId, position }: Pick<StoredEvent, 'companyId' | 'position'>,
): Promise<void> => {
  if (!(await records.waitFor(views, records.logPosition(companyId, position)))) throw new ViewsBehind()
}
