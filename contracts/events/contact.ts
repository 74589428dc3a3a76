import { type Static, Type } from '@sinclair/typebox'
import { Username } from '../contact/username.js'
import { type EventsOf, Id, Nullable, OneOf, Strict } from '../envelope.js'
import { TicketAssignment } from './ticket.js'

/** An identity of a contact: `pn` digits of a phone number, `lid` WhatsApp's linked id, `group` a group's id. */
export const Identity = Strict({
  kind: OneOf(['pn', 'lid', 'group']),
  value: Type.String({ minLength: 1, maxLength: 64 }),
})
export type Identity = Static<typeof Identity>

/** The identity of one kind, or undefined. */
export const identityOf = (known: readonly Identity[], kind: Identity['kind']): string | undefined =>
  known.find((identity) => identity.kind === kind)?.value
/**
 * A contact's identities with a further one: a person has one permanent linked id, and one number, which may
 * change; a group has its id.
 */
export const withIdentity = (known: readonly Identity[], fresh: Identity): readonly Identity[] => {
  if (fresh.kind !== 'pn' && identityOf(known, fresh.kind) !== undefined) return known
  return [...known.filter(({ kind }) => kind !== fresh.kind), fresh]
}
const SERVERS = { pn: 's.whatsapp.net', lid: 'lid', group: 'g.us' } as const satisfies Record<
  Identity['kind'],
  string
>
/** The WhatsApp address (JID) of this identity. */
export const jidOf = ({ kind, value }: Identity): string => `${value}@${SERVERS[kind]}`

/** The addresses of a person, by number and by linked id. */
export const jidsOf = ({
  pn,
  lid,
}: {
  readonly pn: string | null
  readonly lid: string | null
}): string[] => [
  ...(pn === null ? [] : [jidOf({ kind: 'pn', value: pn })]),
  ...(lid === null ? [] : [jidOf({ kind: 'lid', value: lid })]),
]

export const ExtraInfo = Strict({ id: Id, name: Type.String(), value: Type.String() })

/** Stream `contact-{id}`; personal data, so it can be erased as a whole. */
export const contactEvents = {
  'contact.created.v1': Strict({
    contactId: Id,
    name: Type.String(),
    /** digits, or null while only a linked id is known; for a group its id */
    number: Nullable(Type.String()),
    email: Type.String(),
    extraInfo: Type.Array(ExtraInfo, { maxItems: 100 }),
    identities: Type.Array(Identity, { minItems: 1, maxItems: 3 }),
    isGroup: Type.Boolean(),
    /** the connection on which the contact first appeared */
    connectionId: Nullable(Id),
    /** the contact's own name on WhatsApp (push name) */
    pushName: Type.Optional(Type.String()),
    /** the contact's username on WhatsApp */
    username: Type.Optional(Username),
    /** created by an import of history or of a list: never counts as a new contact */
    imported: Type.Optional(Type.Literal(true)),
  }),
  'contact.changed.v1': Strict({
    contactId: Id,
    name: Type.String(),
    number: Nullable(Type.String()),
    email: Type.String(),
    extraInfo: Type.Array(ExtraInfo, { maxItems: 100 }),
    /** false: the number is not on WhatsApp */
    active: Type.Boolean(),
  }),
  'contact.identified.v1': Strict({ contactId: Id, identity: Identity, number: Nullable(Type.String()) }),
  /**
   * The contact lost this identity: the contact has another number now, or the number belongs to another
   * contact. Appended before the claim is released, so that a stale command cannot give the identity back.
   */
  'contact.unidentified.v1': Strict({ contactId: Id, identity: Identity, number: Nullable(Type.String()) }),
  /** the contact's own name on WhatsApp changed; the name in the address book stays */
  'contact.push-named.v1': Strict({ contactId: Id, pushName: Type.String() }),
  /**
   * The contact's username on WhatsApp; null: another contact has it now. A username is used for display and
   * search, never as an identity, because it may change hands.
   */
  'contact.username-changed.v1': Strict({ contactId: Id, username: Nullable(Username) }),
  /**
   * blocked on WhatsApp by this connection: the contact's messages do not arrive, and nothing is sent to the
   * contact
   */
  'contact.blocked.v1': Strict({ contactId: Id, connectionId: Id }),
  'contact.unblocked.v1': Strict({ contactId: Id, connectionId: Id }),
  'contact.picture-changed.v1': Strict({ contactId: Id, blobId: Nullable(Type.String()) }),
  /**
   * Appended to the winner before `merged` to the loser (`from`). So a concurrent merge of the winner
   * conflicts, and an interrupted merge is found later. The merge may still fail.
   */
  'contact.merging.v1': Strict({ contactId: Id, from: Id }),
  /** appended to the loser of a merge; its tickets move to `into` */
  'contact.merged.v1': Strict({ contactId: Id, into: Id }),
  /** from now on the contact accepts no messages; its streams are removed one by one */
  'contact.erasing.v1': Strict({ contactId: Id }),
} as const

const Count = Type.Integer({ minimum: 0 })

/** Stream `erasure-{companyId}`: ids and numbers only; every view drops the contact's documents. */
export const erasureEvents = {
  /** this message's stream is removed; appended before the contact's `erased` */
  'message.erased.v1': Strict({
    messageId: Type.String(),
    ticketId: Id,
    contactId: Id,
    connectionId: Id,
    /**
     * the ticket's present assignment: the ticket stays even if this message opened it; absent in older
     * events
     */
    standing: Type.Optional(TicketAssignment),
  }),
  /** the stream with this member's identity is removed: the reaction stays anonymous */
  'reactor.erased.v1': Strict({
    reactorId: Type.String(),
    messageId: Type.String(),
    ticketId: Id,
    contactId: Id,
    connectionId: Id,
  }),
  'contact.erased.v1': Strict({
    contactId: Id,
    /** counts of the erased data; absent on merged contacts, and in earlier events */
    tickets: Type.Optional(Count),
    messages: Type.Optional(Count),
    files: Type.Optional(Count),
    /** number of notes and other records about the contact */
    records: Type.Optional(Count),
  }),
} as const

/** The connections that block a contact, after this event. */
export const blockedAfter = (
  before: readonly number[],
  { type, data }: { readonly type: string; readonly data: { readonly connectionId: number } },
): readonly number[] => {
  const others = before.filter((id) => id !== data.connectionId)
  return type === 'contact.blocked.v1' ? [...others, data.connectionId] : others
}

export type ContactEvent = EventsOf<typeof contactEvents>
export type ErasureEvent = EventsOf<typeof erasureEvents>
