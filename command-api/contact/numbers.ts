import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { AreaDeps } from '../deps.js'
import type { Gateway, KnownNumber } from './ask-gateway.js'

export const identityOfNumber = (value: string): Identity => ({ kind: 'pn', value })

/** The identities of a number's data from WhatsApp. */
export const identitiesOf = ({ number, lid }: KnownNumber): Identity[] =>
  lid === null ? [identityOfNumber(number)] : [identityOfNumber(number), { kind: 'lid', value: lid }]

/** The number of the default connection, which tells the company's country; '' without a number. */
export const homeOf = async (
  records: Pick<AreaDeps['records'], 'connections'>,
  companyId: number,
): Promise<string> => (await records.connections(companyId)).find(({ isDefault }) => isDefault)?.number ?? ''

/**
 * The connection that queries WhatsApp for a company: the default one, or any connected one while the default is down.
 * Errors: ERR_NO_DEF_WAPP_FOUND without any connection, ERR_WAPP_NOT_INITIALIZED if none is connected.
 */
export const connectionForLookups = async (
  records: Pick<AreaDeps['records'], 'connections'>,
  companyId: number,
): Promise<Result<ConnectionDoc, DomainError>> => {
  const all = await records.connections(companyId)
  const connected = all.filter(({ status }) => status === 'CONNECTED')
  const found = connected.find(({ isDefault }) => isDefault) ?? connected[0]
  if (found !== undefined) return ok(found)
  return err(domainError(all.length === 0 ? 'ERR_NO_DEF_WAPP_FOUND' : 'ERR_WAPP_NOT_INITIALIZED'))
}

/**
 * Asks WhatsApp for its spelling of a number, through a connection. Errors: ERR_WAPP_NOT_INITIALIZED, and those of the
 * gateway.
 */
export const checkThrough = async (
  gateway: Gateway,
  { companyId, connectionId, status }: Pick<ConnectionDoc, 'companyId' | 'connectionId' | 'status'>,
  digits: string,
): Promise<Result<KnownNumber, DomainError>> =>
  status === 'CONNECTED'
    ? gateway.checkNumber(companyId, connectionId, digits)
    : err(domainError('ERR_WAPP_NOT_INITIALIZED'))
