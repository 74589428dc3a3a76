import { atOnce, dueKind } from './kind.js'

/** Open bills that the billing systems of a company are asked for, because the bot asked a contact for a document. */
export const bills = dueKind({
  worker: 'command-api',
  subject: 'ticket',
  waits: true,
  view: { version: 1 },
  asks: { 'ticket.bot-stepped.v1': ({ data }) => (data.asks === undefined ? null : atOnce()) },
  ends: { 'ticket.bills-answered.v1': true },
})
