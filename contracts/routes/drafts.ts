import { type Static, Type } from '@sinclair/typebox'
import { Id, OneOf, Strict } from '../envelope.js'
import { DRAFT_KINDS } from '../message/drafts.js'
import { MessageText } from '../text.js'
import { routes } from './route.js'

const draft = {
  kind: OneOf(DRAFT_KINDS),
  text: MessageText,
  /** time of the last change in ms, by the device's clock */
  at: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
}
const Draft = Strict({ ticketId: Id, ...draft })
export type Draft = Static<typeof Draft>

/** A user's unsent texts, available on the user's other devices. */
export const draftRoutes = routes({
  'GET /drafts': {
    allow: 'user',
    answer: Strict({ drafts: Type.Array(Draft) }),
    summary: "The caller's own drafts",
  },
  'PUT /drafts/:ticketId': {
    reads: true,
    allow: 'user',
    on: 'ticket',
    body: Strict(draft),
    errors: ['ERR_NO_TICKET_FOUND'],
    summary: "Keeps the caller's draft in a ticket; an empty text removes it",
  },
})
