import { Type } from '@sinclair/typebox'
import { Username } from '../contact/username.js'
import { Id, Nullable, Strict } from '../envelope.js'
import { describeSchema } from './description.js'

const fields = {
  contactId: Id,
  name: Type.String(),
  number: describeSchema(
    'Digits of the phone number, null while it is not known; a group’s id for groups.',
    Nullable(Type.String()),
  ),
  email: Type.String(),
  extraInfo: Type.Array(Strict({ name: Type.String(), value: Type.String() })),
}

/**
 * Topic `guiche.contacts.v1`, subject `contact/{contactId}`, or `company/{companyId}`. Contains personal
 * data.
 */
export const publicContactEvents = {
  'guiche.contact.created.v1': describeSchema(
    'A person or a group that is new.',
    Strict({
      ...fields,
      isGroup: Type.Boolean(),
      username: Type.Optional(
        describeSchema('The username on WhatsApp, without @, where it is known.', Username),
      ),
    }),
  ),
  'guiche.contact.changed.v1': describeSchema(
    'What is known of it now.',
    Strict({ ...fields, active: describeSchema('False: not on WhatsApp.', Type.Boolean()) }),
  ),
  'guiche.contact.number-found.v1': describeSchema(
    'This is the phone number.',
    Strict({ contactId: Id, number: Type.String() }),
  ),
  'guiche.contact.number-lost.v1': describeSchema(
    'This phone number is not, or no longer, its own.',
    Strict({ contactId: Id, number: Type.String() }),
  ),
  'guiche.contact.username-changed.v1': describeSchema(
    'This is the username on WhatsApp, without @; null when it is not known any more. Another contact may have it later.',
    Strict({ contactId: Id, username: Nullable(Username) }),
  ),
  'guiche.contact.merged.v1': describeSchema(
    'It was the same as another one, where its tickets go.',
    Strict({ contactId: Id, intoContactId: Id }),
  ),
  'guiche.contact.erased.v1': describeSchema(
    'Forget all that is known of the contact, its messages included.',
    Strict({ contactId: Id }),
  ),
  'guiche.company.erased.v1': describeSchema(
    'Forget all that is known of the company: everything that came with this key, in any topic.',
    Strict({ companyId: Id }),
  ),
} as const
