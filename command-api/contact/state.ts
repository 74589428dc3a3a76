import type { ContactEvent, Identity } from '@guiche/contracts/events/contact.js'

/** An event of a contact with what the envelope adds. */
export type ContactFact = ContactEvent & { readonly companyId?: number }

export interface ExtraInfo {
  readonly id: number
  readonly name: string
  readonly value: string
}

/** A contact as its stream tells it. */
export interface ContactState {
  readonly exists: boolean
  readonly companyId: number
  readonly contactId: number
  readonly name: string
  readonly number: string | null
  readonly email: string
  readonly extraInfo: readonly ExtraInfo[]
  readonly identities: readonly Identity[]
  readonly isGroup: boolean
  readonly active: boolean
  readonly pictureBlobId: string | null
  readonly mergedInto: number | null
  readonly erasing: boolean
}

export const noContact: ContactState = {
  exists: false,
  companyId: 0,
  contactId: 0,
  name: '',
  number: null,
  email: '',
  extraInfo: [],
  identities: [],
  isGroup: false,
  active: true,
  pictureBlobId: null,
  mergedInto: null,
  erasing: false,
}

export const sameIdentity = (a: Identity, b: Identity): boolean => a.kind === b.kind && a.value === b.value

/** What the identities say of one kind, or undefined. */
export const identityOf = (identities: readonly Identity[], kind: Identity['kind']): string | undefined =>
  identities.find((identity) => identity.kind === kind)?.value

/** Whether the contact is known by this. */
export const carries = ({ identities }: ContactState, identity: Identity): boolean =>
  identities.some((known) => sameIdentity(known, identity))

/** Whether it may still be given identities, messages and tickets. */
export const isAlive = ({ exists, mergedInto, erasing }: ContactState): boolean =>
  exists && mergedInto === null && !erasing

/** A person has one linked id for good, and one number, which may change; a group has its id. */
const withIdentity = (identities: readonly Identity[], identity: Identity): readonly Identity[] => {
  const known = identityOf(identities, identity.kind)
  if (known === identity.value || (known !== undefined && identity.kind !== 'pn')) return identities
  return [...identities.filter(({ kind }) => kind !== identity.kind), identity]
}

export const evolve = (state: ContactState, event: ContactFact): ContactState => {
  switch (event.type) {
    case 'contact.created.v1': {
      const { connectionId: _, ...data } = event.data
      return { ...noContact, ...data, exists: true, companyId: event.companyId ?? 0 }
    }
    case 'contact.changed.v1':
      return { ...state, ...event.data }
    case 'contact.identified.v1':
      return {
        ...state,
        number: event.data.number,
        identities: withIdentity(state.identities, event.data.identity),
      }
    case 'contact.unidentified.v1':
      return {
        ...state,
        number: event.data.number,
        identities: state.identities.filter((known) => !sameIdentity(known, event.data.identity)),
      }
    case 'contact.picture-changed.v1':
      return { ...state, pictureBlobId: event.data.blobId }
    case 'contact.merged.v1':
      return { ...state, mergedInto: event.data.into }
    case 'contact.erasing.v1':
      return { ...state, erasing: true }
    default:
      return state
  }
}
