import type { EventNamed } from '@guiche/contracts/events/index.js'

/** Whether the event is a contact's unanswered call. */
export const isCall = ({ kind, fromMe, imported }: EventNamed<'message.received.v1'>['data']): boolean =>
  kind === 'call_log' && !fromMe && !imported
