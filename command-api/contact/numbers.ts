import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { err, type Result } from '@guiche/contracts/result.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { ninthDigitVariant } from '@guiche/infra/phone.js'
import type { Gateway, KnownNumber } from './ask-gateway.js'

export const pn = (value: string): Identity => ({ kind: 'pn', value })

/** A number (digits) as it may be written: Brazilian mobile numbers with and without their ninth digit. */
export const spellingsOf = (digits: string): Identity[] => {
  const variant = ninthDigitVariant(digits)
  return variant === null ? [pn(digits)] : [pn(digits), pn(variant)]
}

/** The identities of what WhatsApp knows of a number. */
export const identitiesOf = ({ number, lid }: KnownNumber): Identity[] =>
  lid === null ? [pn(number)] : [pn(number), { kind: 'lid', value: lid }]

/** Asks WhatsApp through a connection how it writes a number. Errors: ERR_WAPP_NOT_INITIALIZED, and those of the gateway. */
export const checkThrough = async (
  gateway: Gateway,
  { companyId, connectionId, status }: Pick<ConnectionDoc, 'companyId' | 'connectionId' | 'status'>,
  digits: string,
): Promise<Result<KnownNumber, DomainError>> =>
  status === 'CONNECTED'
    ? gateway.checkNumber(companyId, connectionId, digits)
    : err(domainError('ERR_WAPP_NOT_INITIALIZED'))
