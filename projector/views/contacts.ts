import type { Identity } from '@guiche/contracts/events/contact.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import { create, type EventOf, projection, remove, update } from '../engine/projection.js'

/** A name as it is sorted: without case, accents and space around it. */
const sortNameOf = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

const created = ({ data, companyId, time, position }: EventOf<'contact.created.v1'>): ContactDoc => ({
  ...data,
  id: String(data.contactId),
  companyId,
  sortName: sortNameOf(data.name),
  lid: lidOf(data.identities),
  active: true,
  pictureBlobId: null,
  mergedInto: null,
  createdAt: time,
  updatedAt: time,
  position,
})

/** A linked id and a group's id stay; a new number takes the place of the old one. */
const withIdentity = (known: readonly Identity[], fresh: Identity): readonly Identity[] => {
  if (fresh.kind !== 'pn' && known.some(({ kind }) => kind === fresh.kind)) return known
  return [...known.filter(({ kind }) => kind !== fresh.kind), fresh]
}

const lidOf = (identities: readonly Identity[]): string | null =>
  identities.find(({ kind }) => kind === 'lid')?.value ?? null

/**
 * Contacts with everything they are known by. One that was merged away leads to the contact that stayed and can no
 * longer be found by its own numbers; an erased one is gone.
 */
export const contacts = projection({
  name: 'contacts',
  version: 2,
  collections: [
    {
      name: 'contacts',
      indexes: [
        ['companyId', 'mergedInto', 'sortName', 'id'],
        ['companyId', 'sortName', 'id'],
        ['companyId', 'createdAt'],
        ['companyId', 'number'],
        ['companyId', 'lid'],
        ['companyId', 'pictureBlobId'],
      ],
      search: { text: ['name', 'email'], digits: ['number'] },
    },
  ],
  visibility: { contacts: () => ({}) },
  on: {
    'contact.created.v1': create('contacts', (event) => event.data.contactId, created),
    'contact.changed.v1': update(
      'contacts',
      (event) => event.data.contactId,
      (doc, { data, time, position }) => ({
        ...doc,
        ...data,
        sortName: sortNameOf(data.name),
        updatedAt: time,
        position,
      }),
    ),
    'contact.identified.v1': update(
      'contacts',
      (event) => event.data.contactId,
      (doc, { data, time, position }) => ({
        ...doc,
        identities: withIdentity(doc.identities, data.identity),
        lid: doc.lid ?? lidOf([data.identity]),
        number: data.number ?? doc.number,
        updatedAt: time,
        position,
      }),
    ),
    'contact.unidentified.v1': update(
      'contacts',
      (event) => event.data.contactId,
      (doc, { data: { identity, number }, time, position }) => {
        const identities = doc.identities.filter(
          ({ kind, value }) => kind !== identity.kind || value !== identity.value,
        )
        return { ...doc, identities, lid: lidOf(identities), number, updatedAt: time, position }
      },
    ),
    'contact.picture-changed.v1': update(
      'contacts',
      (event) => event.data.contactId,
      (doc, { data, time, position }) => ({ ...doc, pictureBlobId: data.blobId, updatedAt: time, position }),
    ),
    'contact.merged.v1': update(
      'contacts',
      (event) => event.data.contactId,
      (doc, { data, time, position }) => ({
        ...doc,
        identities: [],
        number: null,
        lid: null,
        active: false,
        mergedInto: data.into,
        updatedAt: time,
        position,
      }),
    ),
    'contact.erased.v1': remove('contacts', (event) => event.data.contactId),
  },
})
