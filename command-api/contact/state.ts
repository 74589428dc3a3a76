import { lacksName } from '@guiche/contracts/contact/name.js'
import {
  blockedAfter,
  type ContactEvent,
  type Identity,
  withIdentity,
} from '@guiche/contracts/events/contact.js'
import { isSameIdentity } from '@guiche/infra/records/duplicates.js'

/** An event of a contact with the needed fields of its envelope. */
export type ContactFact = ContactEvent & { readonly companyId?: number }

type CreatedContact = Extract<ContactEvent, { type: 'contact.created.v1' }>['data']
export type ExtraInfo = Readonly<CreatedContact['extraInfo'][number]>

/** State of a contact, folded from its stream. */
export interface ContactState
  extends Readonly<
    Omit<CreatedContact, 'connectionId' | 'extraInfo' | 'identities' | 'pushName' | 'username'>
  > {
  readonly exists: boolean
  readonly companyId: number
  readonly extraInfo: readonly ExtraInfo[]
  readonly identities: readonly Identity[]
  readonly active: boolean
  readonly pictureBlobId: string | null
  /** the name is the contact's push name: nobody of the company has chosen one */
  readonly selfNamed: boolean
  /** the contact's own name on WhatsApp (push name); null until known */
  readonly pushName: string | null
  /** the contact's username on WhatsApp; null until known, and once another contact has it */
  readonly username: string | null
  /** connections on which it is blocked */
  readonly blockedOn: readonly number[]
  readonly mergedInto: number | null
  /** contacts with a begun merge into this one; not every merge finished */
  readonly takesOver: readonly number[]
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
  selfNamed: false,
  pushName: null,
  username: null,
  blockedOn: [],
  mergedInto: null,
  takesOver: [],
  erasing: false,
}

export const sameIdentity = (a: Identity, b: Identity): boolean => a.kind === b.kind && a.value === b.value

/** The contact's own spelling of an identity, whose number may be written differently. */
export const ownSpelling = ({ identities }: ContactState, identity: Identity): Identity | undefined =>
  identities.find((known) => isSameIdentity(known, identity))

/** Whether the contact has this identity, in any spelling. */
export const isKnownBy = (state: ContactState, identity: Identity): boolean =>
  ownSpelling(state, identity) !== undefined

/** Whether the contact has this identity, in exactly this spelling. */
export const hasIdentity = ({ identities }: ContactState, identity: Identity): boolean =>
  identities.some((known) => sameIdentity(known, identity))

/** Whether the contact may get identities, messages and tickets. */
export const isAlive = ({ exists, mergedInto, erasing }: ContactState): boolean =>
  exists && mergedInto === null && !erasing

/** Whether the next name is the contact's push name, and not one that staff has chosen. */
const isSelfNamed = (state: ContactState, next: string): boolean =>
  next === state.name ? state.selfNamed : lacksName(state) && next === state.pushName

export const evolve = (state: ContactState, event: ContactFact): ContactState => {
  switch (event.type) {
    case 'contact.created.v1': {
      const { connectionId: _, ...data } = event.data
      const selfNamed = data.name !== '' && data.name === data.pushName
      return { ...noContact, ...data, selfNamed, exists: true, companyId: event.companyId ?? 0 }
    }
    case 'contact.changed.v1':
      return { ...state, ...event.data, selfNamed: isSelfNamed(state, event.data.name) }
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
    case 'contact.push-named.v1':
      return { ...state, pushName: event.data.pushName }
    case 'contact.username-changed.v1':
      return { ...state, username: event.data.username }
    case 'contact.blocked.v1':
    case 'contact.unblocked.v1':
      return { ...state, blockedOn: blockedAfter(state.blockedOn, event) }
    case 'contact.picture-changed.v1':
      return { ...state, pictureBlobId: event.data.blobId }
    case 'contact.merging.v1':
      return { ...state, takesOver: [...new Set([...state.takesOver, event.data.from])] }
    case 'contact.merged.v1':
      return { ...state, mergedInto: event.data.into }
    case 'contact.erasing.v1':
      return { ...state, erasing: true }
    default:
      return state
  }
}
