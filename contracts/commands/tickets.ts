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
  /** `attending` is another word for `open` */
  status: Type.Optional(OneOf(['pending', 'open', 'closed', 'attending'])),
  userId: NullableId,
  queueId: NullableId,
  whatsappId: NullableId,
  /** taken from existing clients: people attend every ticket, so these can only say that no bot does */
  useIntegration: Type.Optional(Type.Literal(false)),
  promptId: Type.Optional(Type.Null()),
  integrationId: Type.Optional(Type.Null()),
})
export const CloseAll = Strict({
  status: Status,
  selectedQueueIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
})

export type NewTicket = Static<typeof NewTicket>
export type TicketBody = Static<typeof TicketBody>
export type CloseAll = Static<typeof CloseAll>
