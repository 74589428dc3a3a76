import {
  NO_USAGE,
  presentLimits,
  type RateUsage,
  warmedLimits,
} from '@guiche/contracts/settings/send-limits.js'
import { describe, expect, it } from '@jest/globals'
import { admitMessage } from './limits.js'

const limits = { perMinute: 2, perHour: 3, perDay: 4, newChatsPerDay: 1 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Sends at each of these times. Gives the last answer, and the stored usage. */
const sendAt = (times: readonly number[], newChat = false) => {
  let usage: RateUsage = NO_USAGE
  let last = admitMessage(usage, limits, newChat, times[0] ?? 0)
  for (const time of times) {
    last = admitMessage(usage, limits, newChat, time)
    if (last.may === 'send') usage = last.usage
  }
  return { last, usage }
}

describe('the limits of a connection', () => {
  it('come from the company’s settings over the defaults', () => {
    const full = { perMinute: 60, perHour: 1200, perDay: 10_000, newChatsPerDay: 20 }
    expect(warmedLimits({}, null, 0)).toEqual({ limits: full, warmingUntil: null })
    const settings = { sendPerMinute: '8', newChatsPerDay: '0' }
    expect(warmedLimits(settings, null, 0).limits).toMatchObject({ perMinute: 8, newChatsPerDay: 0 })
  })

  describe('the limits of a new number', () => {
    const linkedAt = '2026-03-02T10:00:00.000Z'
    const after = (days: number, settings: Record<string, string> = {}) =>
      warmedLimits(settings, linkedAt, Date.parse(linkedAt) + days * 24 * HOUR)
    const warmingUntil = Date.parse('2026-03-16T10:00:00.000Z')

    it('are low on the first day and grow until they are the company’s', () => {
      const fresh = { perMinute: 8, perHour: 200, perDay: 1_000, newChatsPerDay: 5 }
      expect(after(0)).toEqual({ limits: fresh, warmingUntil })
      expect(after(-1).limits).toEqual(fresh)
      expect(after(7)).toEqual({
        limits: { perMinute: 34, perHour: 700, perDay: 5_500, newChatsPerDay: 12 },
        warmingUntil,
      })
      expect(after(14)).toEqual({ ...warmedLimits({}, null, 0), warmingUntil: null })
    })

    it('are never more than the company’s, and take the days that it says', () => {
      const low = { sendPerMinute: '4', sendPerHour: '9', sendPerDay: '9', newChatsPerDay: '0' }
      expect(after(0, low)).toEqual(warmedLimits(low, null, 0))
      expect(after(0, { warmUpDays: '0' })).toEqual(warmedLimits({}, null, 0))
      expect(after(1, { warmUpDays: '2' }).limits.perMinute).toBe(34)
    })
  })

  it('make the third message of a minute wait for the next minute', () => {
    const start = 10 * HOUR
    expect(sendAt([start, start + 1_000]).last.may).toBe('send')
    expect(sendAt([start, start + 1_000, start + 2_000]).last).toEqual({ may: 'wait', ms: MINUTE - 2_000 })
    expect(sendAt([start, start + 1_000, start + MINUTE]).last.may).toBe('send')
  })

  it('count by hour and by day, too', () => {
    const start = 10 * HOUR
    const third = [start, start + MINUTE, start + 2 * MINUTE, start + 3 * MINUTE]
    expect(sendAt(third).last).toEqual({ may: 'wait', ms: HOUR - 3 * MINUTE })
    const fifth = [0, 1, 2, 3, 4].map((hour) => start + hour * HOUR)
    expect(sendAt(fifth).last).toEqual({ may: 'wait', ms: 20 * HOUR })
  })

  it('refuse a new chat beyond the daily limit, because waiting would delay other messages', () => {
    const start = 10 * HOUR
    const { last, usage } = sendAt([start, start + MINUTE], true)
    expect(last).toEqual({ may: 'not', code: 'ERR_WAPP_NEW_CHATS' })
    expect(admitMessage(usage, limits, false, start + MINUTE).may).toBe('send')
  })

  it('refuse new chats alone while WhatsApp restricts new chats', () => {
    const usage = { ...NO_USAGE, restrictedUntil: 5_000 }
    expect(admitMessage(usage, limits, true, 4_000)).toEqual({ may: 'not', code: 'ERR_WAPP_RESTRICTED' })
    expect(admitMessage(usage, limits, false, 4_000).may).toBe('send')
    expect(admitMessage(usage, limits, true, 5_000).may).toBe('send')
  })

  it('are shown with their usage until their span ends', () => {
    const start = 10 * HOUR
    const { usage } = sendAt([start, start + 1_000], true)
    const shown = presentLimits(
      { ...usage, restrictedUntil: start + HOUR },
      { limits, warmingUntil: start + 2 * HOUR },
      start + MINUTE,
    )
    expect(shown.limits.map(({ of, used, limit }) => [of, used, limit])).toEqual([
      ['minute', 0, 2],
      ['hour', 1, 3],
      ['day', 1, 4],
      ['newChats', 1, 1],
    ])
    expect(shown.limits[1]?.until).toBe(new Date(start + HOUR).toISOString())
    expect(shown.limits[0]?.until).toBeNull()
    expect(shown.restrictedUntil).toBe(new Date(start + HOUR).toISOString())
    expect(shown.warmingUntil).toBe(new Date(start + 2 * HOUR).toISOString())
    expect(presentLimits(NO_USAGE, { limits, warmingUntil: null }, start)).toMatchObject({
      warmingUntil: null,
      restrictedUntil: null,
    })
  })
})
