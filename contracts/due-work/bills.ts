import { dueAtOnce, dueKind } from './kind.js'

/** A lookup of open bills in a company's billing systems, for a document that the bot asked a contact for. */
export const billsKind = dueKind({
  worker: 'command-api',
  subject: 'ticket',
  waits: true,
  view: { version: 1 },
  asks: { 'ticket.bot-stepped.v1': ({ data }) => (data.asks === undefined ? null : dueAtOnce()) },
  ends: { 'ticket.bills-answered.v1': true },
})
