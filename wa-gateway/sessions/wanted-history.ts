import { type HistoryImport, runningImport } from '@guiche/contracts/message/history-import.js'
import type { Records } from '../outbox/records.js'
import type { WantedHistory } from '../providers/provider.js'

/** The wanted history of a connection's phone, as the views show it now. */
export const createWantedHistory =
  (records: Pick<Records, 'connections' | 'historyImport'>) =>
  async (connectionId: number): Promise<WantedHistory & { readonly wish: HistoryImport | null }> => {
    const [last, found] = await Promise.all([
      records.historyImport(connectionId),
      records.connections([connectionId]),
    ])
    const { linkedNumber = null, missedSince = null } = found.get(String(connectionId)) ?? {}
    const isKnown = linkedNumber !== null && missedSince !== null
    return {
      wish: runningImport(last),
      missed: isKnown ? { since: missedSince, number: linkedNumber } : null,
    }
  }
