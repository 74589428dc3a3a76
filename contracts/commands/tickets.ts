import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'

const NullableId = Type.Optional(Nullable(Id))
const Status = OneOf(['pending', 'open', 'closed'])

export const NewTicket = Strict({
  contactId: Id,
  queueId: NullableId,
  whatsappId: NullableId,
  userId: NullableId,
  status: Type.Optional(OneOf(['open', 'pending', 'attending'])),
})
/**
 * One call for accept (`open` of a pending one), return (`pending`), resolve (`closed`), reopen (`open` of a closed
 * one) and, with `queueId`, `userId` or `whatsappId` other than they are, transfer.
 */
export const TicketBody = Strict({
  status: Type.Optional(Status),
  userId: NullableId,
  queueId: NullableId,
  whatsappId: NullableId,
})
export const CloseAll = Strict({
  status: Status,
  selectedQueueIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
})

export type NewTicket = Static<typeof NewTicket>
export type TicketBody = Static<typeof TicketBody>
export type CloseAll = Static<typeof CloseAll>
