import { consequence } from '../kernel/consequence.js'
import type { Devices } from './devices.js'

/** The browser of a session that has ended is pushed to no more. */
export const forgetDevices = consequence<{ readonly devices: Devices }>({
  name: 'forget-devices',
  group: 'push',
  on: {
    'user.session-ended.v1': ({ companyId, data: { userId, sessionId } }, _work, { devices }) =>
      devices.forget(companyId, userId, (kept) => kept.sessionId === sessionId),
  },
})
