import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, Strict } from '../envelope.js'

const fields = {
  contactId: Id,
  name: Type.String(),
  /** digits of the phone number, null while it is not known; a group's id for groups */
  number: Nullable(Type.String()),
  email: Type.String(),
  extraInfo: Type.Array(Strict({ name: Type.String(), value: Type.String() })),
}

/** Topic `guiche.contacts.v1`, subject `contact/{contactId}`. Holds personal data. */
export const publicContactEvents = {
  'guiche.contact.created.v1': Strict({ ...fields, isGroup: Type.Boolean() }),
  'guiche.contact.changed.v1': Strict({
    ...fields,
    /** false: not on WhatsApp */
    active: Type.Boolean(),
  }),
  /** this is the phone number */
  'guiche.contact.number-found.v1': Strict({ contactId: Id, number: Type.String() }),
  /** it was the same person as `intoContactId`, where its tickets go */
  'guiche.contact.merged.v1': Strict({ contactId: Id, intoContactId: Id }),
  /** forget all that is known of the contact, its messages included */
  'guiche.contact.erased.v1': Strict({ contactId: Id }),
} as const

export type PublicContactEvent = EventsOf<typeof publicContactEvents>
