import { createPresence } from '@guiche/infra/records/presence.js'
import { describe, expect, it } from '@jest/globals'
import type { Realtime } from './deps.js'
import { createOnline } from './online.js'

describe('who has a socket', () => {
  it('is renewed in time by the process that has it, and forgotten five minutes after that process has ended', () => {
    let now = 0
    const clock = { now: () => new Date(now) }
    // Another process, which knows only the published presence.
    const presence = createPresence(clock)
    const client = { caller: { companyId: 1, userId: 7 }, away: false }
    const realtime = {
      bus: {
        publish: async (_topic: string, messages: readonly { value: never }[]) => {
          for (const { value } of messages) presence.apply(value)
        },
      },
      clock,
      clients: { all: [client, client, { caller: null }], own: () => [client] },
    } as unknown as Realtime
    const online = createOnline(realtime)
    online.came(1, 7)
    for (const end = 60 * 60_000; now < end; now += 1000) {
      expect(presence.isOnline(7)).toBe(true)
      online.tick(now)
    }
    now += 5 * 60_000
    expect(presence.isOnline(7)).toBe(false)
  })
})
