import { DUPLICATE_HINTS } from '@guiche/contracts/contact/duplicates.js'
import {
  blockedAfter,
  type ContactEvent,
  type Identity,
  identityOf,
  withIdentity,
} from '@guiche/contracts/events/contact.js'
import { sortedText } from '@guiche/contracts/records/order.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import { alikeOf, LACKING_FIELDS } from '@guiche/infra/records/duplicates.js'
import { change, declareView, type EventOf, make, type Rule, removeRule } from '../engine/projection.js'

/** A name in the form for sorting: without case, accents and outer spaces. */

const contactIdOf = (event: { readonly data: { readonly contactId: number } }): number => event.data.contactId

const lidOf = (identities: readonly Identity[]): string | null => identityOf(identities, 'lid') ?? null

const setBlocked = <T extends 'contact.blocked.v1' | 'contact.unblocked.v1'>(): Rule<T> =>
  change('contacts', contactIdOf, (event: EventOf<T>, doc) => {
    const blockedOn = blockedAfter(doc.blockedOn, event)
    return { blockedOn, isBlocked: blockedOn.length > 0 }
  })

type Contact = DocOf<'contacts'>

/** Updates the hints by which duplicates are found. */
const updateHints = <T extends ContactEvent['type']>(
  of: (event: EventOf<T>, doc: Contact) => Partial<Contact>,
): Rule<T> =>
  change('contacts', contactIdOf, (event: EventOf<T>, doc) => {
    const changed = of(event, doc)
    return { ...changed, alike: alikeOf({ ...doc, ...changed }) }
  })

/**
 * Contacts with their identities. A merged contact leads to the winner, and is no longer found by its own numbers. An erased
 * contact is removed.
 */
export const contacts = declareView({
  name: 'contacts',
  version: 10,
  collections: [
    {
      name: 'contacts',
      indexes: [
        ['companyId', 'mergedInto', 'sortName', 'id'],
        ['companyId', 'sortName', 'id'],
        ['companyId', 'mergedInto', 'createdAt'],
        ['companyId', 'number'],
        ['companyId', 'lid'],
        ['companyId', 'username'],
        ...DUPLICATE_HINTS.map((hint) => ['companyId', `alike.${hint}`, ...LACKING_FIELDS[hint], 'id']),
        ['companyId', 'pictureBlobId'],
        ['companyId', 'isBlocked', 'id'],
      ],
      search: { text: ['name', 'email', 'username'], digits: ['number'] },
    },
  ],
  visibility: { contacts: () => ({}) },
  on: {
    'contact.created.v1': make('contacts', contactIdOf, ({ data }) => {
      const described = { ...data, sortName: sortedText(data.name), mergedInto: null }
      return {
        ...described,
        alike: alikeOf(described),
        lid: lidOf(data.identities),
        active: true,
        pictureBlobId: null,
        pushName: data.pushName ?? null,
        username: data.username ?? null,
        blockedOn: [],
        isBlocked: false,
      }
    }),
    'contact.changed.v1': updateHints(({ data }) => ({ ...data, sortName: sortedText(data.name) })),
    'contact.identified.v1': updateHints(({ data }, doc) => ({
      identities: withIdentity(doc.identities, data.identity),
      lid: doc.lid ?? lidOf([data.identity]),
      number: data.number ?? doc.number,
    })),
    'contact.unidentified.v1': updateHints(({ data: { identity, number } }, doc) => {
      const identities = doc.identities.filter(
        ({ kind, value }) => kind !== identity.kind || value !== identity.value,
      )
      return { identities, lid: lidOf(identities), number }
    }),
    'contact.push-named.v1': change('contacts', contactIdOf, ({ data: { pushName } }) => ({ pushName })),
    'contact.username-changed.v1': change('contacts', contactIdOf, ({ data: { username } }) => ({
      username,
    })),
    'contact.blocked.v1': setBlocked(),
    'contact.unblocked.v1': setBlocked(),
    'contact.picture-changed.v1': change('contacts', contactIdOf, ({ data }) => ({
      pictureBlobId: data.blobId,
    })),
    'contact.merged.v1': updateHints(({ data }) => ({
      identities: [],
      number: null,
      lid: null,
      username: null,
      active: false,
      isBlocked: false,
      mergedInto: data.into,
    })),
    'contact.erased.v1': removeRule('contacts', contactIdOf),
  },
})
