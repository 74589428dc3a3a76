import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Strict } from '../envelope.js'
import { TicketStatus } from '../events/ticket.js'
import { ContactRecord, FoundMessage, TicketRecord } from './records.js'

/** A found contact, with its newest ticket that the reader may open. */
export const FoundContact = Strict({
  ...ContactRecord.properties,
  ticket: Nullable(
    Strict({
      id: Id,
      uuid: Type.String(),
      status: TicketStatus,
      /** same fields as in a ticket */ position: Type.String(),
    }),
  ),
})
export type FoundContact = Static<typeof FoundContact>
/** Results of a text search, by kind; `more`: a kind has more results than given. */
export const SearchRecord = Strict({
  contacts: Type.Array(FoundContact),
  tickets: Type.Array(TicketRecord),
  messages: Type.Array(FoundMessage),
  more: Strict({ contacts: Type.Boolean(), tickets: Type.Boolean(), messages: Type.Boolean() }),
})
export type SearchRecord = Static<typeof SearchRecord>
