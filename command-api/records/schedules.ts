import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import type { Special } from './decide.js'

const AWAITED: ErrorCode = 'ERR_SCHEDULE_FILE_AWAITED'

/**
 * A message that was sent cannot be changed. Changing one that failed plans it again. One whose file follows is not
 * planned before that, so that it is never sent half changed.
 */
export const scheduleDecisions: Special<StoredRecord<Records['schedule']>> = {
  stands: ({ status }, kind) => status === 'AGENDADA' || (status === 'ENVIADA' && kind !== 'delete'),
  amended: (data, { mediaFollows }) =>
    mediaFollows ? { ...data, status: 'ERRO', error: AWAITED } : { ...data, status: 'PENDENTE', error: null },
}
