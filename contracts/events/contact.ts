import { type Static, Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict } from '../envelope.js'

/** What a contact is known by: `pn` digits of a phone number, `lid` WhatsApp's linked id, `group` a group's id. */
export const Identity = Strict({
  kind: OneOf(['pn', 'lid', 'group']),
  value: Type.String({ minLength: 1, maxLength: 64 }),
})
export type Identity = Static<typeof Identity>

export const ExtraInfo = Strict({ id: Id, name: Type.String(), value: Type.String() })

/** Stream `contact-{id}`; personal data, so erasable as a whole. */
export const contactEvents = {
  'contact.created.v1': Strict({
    contactId: Id,
    name: Type.String(),
    /** digits, or null while only a LID is known; a group's id for groups */
    number: Nullable(Type.String()),
    email: Type.String(),
    extraInfo: Type.Array(ExtraInfo, { maxItems: 100 }),
    identities: Type.Array(Identity, { minItems: 1, maxItems: 3 }),
    isGroup: Type.Boolean(),
    /** the connection that first saw it */
    connectionId: Nullable(Id),
  }),
  'contact.changed.v1': Strict({
    contactId: Id,
    name: Type.String(),
    number: Nullable(Type.String()),
    email: Type.String(),
    extraInfo: Type.Array(ExtraInfo, { maxItems: 100 }),
    /** false: not on WhatsApp */
    active: Type.Boolean(),
  }),
  'contact.identified.v1': Strict({ contactId: Id, identity: Identity, number: Nullable(Type.String()) }),
  /**
   * It is not, or no longer, known by this: it has another number now, or the number turned out to be somebody else's.
   * Told before the claim is given back, so that nobody who still believed in it can give the contact this identity.
   */
  'contact.unidentified.v1': Strict({ contactId: Id, identity: Identity, number: Nullable(Type.String()) }),
  'contact.picture-changed.v1': Strict({ contactId: Id, blobId: Nullable(Type.String()) }),
  /** on the contact that goes; its tickets move to `into` */
  'contact.merged.v1': Strict({ contactId: Id, into: Id }),
  /** from here on it refuses messages; its streams are removed one by one */
  'contact.erasing.v1': Strict({ contactId: Id }),
} as const

/** Stream `erasure-{companyId}`: ids only; every view drops the contact on it. */
export const erasureEvents = {
  /** this message's stream is removed; comes before the contact's own `erased` */
  'message.erased.v1': Strict({ messageId: Type.String(), ticketId: Id, contactId: Id, connectionId: Id }),
  'contact.erased.v1': Strict({ contactId: Id }),
} as const

export type ContactEvent = EventsOf<typeof contactEvents>
export type ErasureEvent = EventsOf<typeof erasureEvents>
