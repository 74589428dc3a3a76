import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Records } from '../outbox/records.js'
import type { Provider } from '../providers/provider.js'

interface Deps {
  readonly records: Pick<Records, 'connections' | 'connectionsOf' | 'hasTickets'>
  readonly provider: Pick<Provider, 'numbersOf'>
}

/**
 * Gives the error that forbids a connection's newly linked number; null if the number is allowed.
 * ERR_WAPP_NUMBER_TAKEN: another connection of the company has the number. Of two connections linked at once,
 * the older one keeps the number. ERR_WAPP_OTHER_NUMBER: the connection has tickets of another number, and no
 * administrator has confirmed the new number.
 */
export const createNumberCheck =
  ({ records, provider }: Deps) =>
  async (companyId: number, connectionId: number, number: string): Promise<ErrorCode | null> => {
    const all = await records.connectionsOf(companyId)
    const others = all.filter((doc) => doc.connectionId !== connectionId)
    // The credentials have linked numbers that the views may not show yet.
    const linked = await provider.numbersOf(others.map((doc) => doc.connectionId))
    const taken = others.some(
      (doc) =>
        linked.get(doc.connectionId) === number &&
        (doc.linkedNumber === number || doc.connectionId < connectionId),
    )
    if (taken) return 'ERR_WAPP_NUMBER_TAKEN'
    const own = all.find((doc) => doc.connectionId === connectionId)
    const former = own?.linkedNumber ?? null
    if (own === undefined || former === null || former === number) return null
    if (own.request === 'start' && own.requestNumber === number) return null
    return (await records.hasTickets(companyId, connectionId)) ? 'ERR_WAPP_OTHER_NUMBER' : null
  }

export type NumberCheck = ReturnType<typeof createNumberCheck>
