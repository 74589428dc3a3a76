import { consequence } from '../kernel/consequence.js'
import type { Pusher } from './pusher.js'

/** Users who are away are told of notes that mention them. */
export const pushMentions = consequence<{ readonly pusher: Pusher }, 'note.created.v1'>({
  name: 'push-mentions',
  group: 'push',
  when: ({ data }) => (data.mentions ?? []).length > 0,
  lane: ({ data }) => String(data.ticketId),
  on: { 'note.created.v1': (event, work, { pusher }) => pusher.tellMentioned(event, work) },
})
