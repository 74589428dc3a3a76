import { isNumberAlone, searchedDigits } from '@guiche/infra/phone.js'
import type { RouteDeps } from '../deps.js'
import { textOf } from './params.js'

/**
 * The search of a list of contacts; null for an empty text. A phone number finds its contact in every spelling. Without
 * a country code, the number belongs to the country of the default connection.
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
