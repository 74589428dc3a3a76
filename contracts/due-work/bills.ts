import { atOnce, dueKind } from './kind.js'

/** Open bills of a contact, which the bot asks billing systems for. What they answer is taken down also when it is late. */
export const bills = dueKind({
  worker: 'command-api',
  subject: 'ticket',
  waits: true,
  view: { version: 1 },
  asks: { 'ticket.bot-stepped.v1': ({ data }) => (data.asks === undefined ? null : atOnce()) },
  ends: { 'ticket.bills-answered.v1': true },
})
