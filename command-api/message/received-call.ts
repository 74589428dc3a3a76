import type { EventNamed } from '@guiche/contracts/events/index.js'

/** Whether this tells of a call of the contact, which nobody has answered. */
export const isCall = ({ kind, fromMe, imported }: EventNamed<'message.received.v1'>['data']): boolean =>
  kind === 'call_log' && !fromMe && !imported
