import type { Report, WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import type { ConnectionDoc, ContactDoc } from '@guiche/contracts/views/directory.js'
import type { Records } from '../outbox/records.js'

interface Deps {
  readonly records: Pick<Records, 'contactsBy' | 'blockedContacts'>
  readonly report: (report: Report) => Promise<void>
}

const addressesOf = ({ number, lid }: ContactDoc): WhatsAppAddress => ({
  ...{ pn: number, lid, group: null, name: null },
})

/**
 * Reports differences between the views' contacts and all people whom the account has blocked on WhatsApp. A difference that
 * was reported but is not in the views yet is reported again, which is harmless.
 */
export const createBlocklist =
  ({ records, report }: Deps) =>
  async (
    { companyId, connectionId }: Pick<ConnectionDoc, 'companyId' | 'connectionId'>,
    peers: readonly WhatsAppAddress[],
  ): Promise<void> => {
    const lids = new Set(peers.flatMap(({ lid }) => lid ?? []))
    const numbers = new Set(peers.flatMap(({ pn }) => pn ?? []))
    // where a person on the list has no number, a contact with only a number may be that person
    const isUnsure = peers.some(({ pn }) => pn === null)
    const mayBeListed = ({ lid, number }: ContactDoc): boolean =>
      (lid === null ? isUnsure : lids.has(lid)) || (number !== null && numbers.has(number))
    const known = [
      ...(await records.contactsBy(companyId, 'lid', [...lids])),
      ...(await records.contactsBy(companyId, 'number', [...numbers])),
    ].filter(({ blockedOn }) => !blockedOn.includes(connectionId))
    const blocked = new Map(known.map((contact) => [contact.contactId, contact]))
    const shown = await records.blockedContacts(companyId, connectionId)
    const unblocked = shown.filter((contact) => !mayBeListed(contact))
    const about = { kind: 'blocked', companyId, connectionId } as const
    for (const contact of blocked.values()) {
      await report({ ...about, peer: addressesOf(contact), blocked: true })
    }
    for (const contact of unblocked) {
      await report({ ...about, peer: addressesOf(contact), blocked: false })
    }
  }
