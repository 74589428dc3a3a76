import type { Special } from './decide.js'

/** A message that was sent cannot be changed. Changing one that failed plans it again. */
export const scheduleDecisions: Special = {
  stands: ({ status }, kind) => status === 'AGENDADA' || (status === 'ENVIADA' && kind !== 'delete'),
  amended: (data) => ({ ...data, status: 'PENDENTE', error: null }),
}
