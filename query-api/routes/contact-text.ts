import { isNumberAlone, searchedDigits } from '@guiche/infra/phone.js'
import type { RouteDeps } from '../deps.js'
import { textOf } from './params.js'

/**
 * What contacts are searched by; null when nothing is asked for. A phone number finds its contact in every spelling; one
 * without country code is taken for one of the country of the default connection.
 */
export const contactTextOf = async (
  records: Pick<RouteDeps['records'], 'connections'>,
  companyId: number,
  asked: string | undefined,
): Promise<string | null> => {
  const text = textOf(asked)
  if (text === null || !isNumberAlone(text)) return text
  const connections = await records.connections(companyId)
  return searchedDigits(text, connections.find(({ isDefault }) => isDefault)?.number ?? '')
}
