import type { PushableEvent } from '@guiche/contracts/notices/notice.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { PUSHED_EVENTS, type PushableStoredEvent, type Pusher, pushesOf } from './pusher.js'

interface Needs {
  readonly pusher: Pusher
}
const pushNotice = (event: PushableStoredEvent, work: Work, { pusher }: Needs) => pusher.tell(event, work)

/** Users who are away get every pushed notice. */
export const pushNotices = consequence<Needs, PushableEvent>({
  name: 'push-notices',
  group: 'push',
  speaks: true,
  when: (event) => pushesOf(event).length > 0,
  lane: ({ data }) => String('ticketId' in data ? data.ticketId : null),
  on: Object.fromEntries(PUSHED_EVENTS.map((type) => [type, pushNotice])),
})
