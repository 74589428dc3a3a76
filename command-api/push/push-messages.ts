import { consequence } from '../kernel/consequence.js'
import type { Pusher } from './pusher.js'

/** Users who are away are told of messages that their list of notifications shows. */
export const pushMessages = consequence<{ readonly pusher: Pusher }, 'message.received.v1'>({
  name: 'push-messages',
  group: 'push',
  when: ({ data }) => !data.fromMe && !data.imported,
  lane: ({ data }) => String(data.ticketId),
  on: { 'message.received.v1': (event, work, { pusher }) => pusher.tell(event, work) },
})
