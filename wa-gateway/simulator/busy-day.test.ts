import { describe, expect, it } from '@jest/globals'
import { createBusyDay, DAY_LIMITS, planBusyDay } from './busy-day.js'
import type { Phone } from './phone.js'

const OURS = '5511900000001'

/** Phones that record their actions, and a clock that advances when somebody waits. */
const playDay = (limits: { failsFor?: string; stopsAfter?: number } = {}) => {
  let now = 1_000_000
  const phones = new Map<string, Phone>()
  const done: { at: number; who: string; what: string }[] = []
  const addPhone = ({ number: who }: { number: string; name: string }): Phone => {
    const note = (what: string) => {
      if (who === limits.failsFor) throw new Error('no way')
      done.push({ at: now, who, what })
      if (done.length === limits.stopsAfter) void day.stop()
    }
    const phone = {
      type: (to: string, state: string) => note(`${state} ${to}`),
      sendText: async (_to: string, text: string) => note(text),
      sendContact: async () => note('contact'),
      sendLocation: async () => note('location'),
    } as unknown as Phone
    phones.set(who, phone)
    return phone
  }
  const clock = {
    now: () => now,
    wait: async (ms: number) => {
      now += ms
    },
  }
  let changes = 0
  const day = createBusyDay({ phones, addPhone, changed: () => changes++, clock })
  const ended = async () => {
    while (day.state().running) await new Promise(setImmediate)
    return day.state()
  }
  return { day, done, phones, ended, began: now, changes: () => changes }
}

describe('the plan of a busy day', () => {
  const plan = planBusyDay({ people: 20, seconds: 300, seed: 7 })

  it('is the same for the same seed, and another for another', () => {
    expect(planBusyDay({ people: 20, seconds: 300, seed: 7 })).toEqual(plan)
    expect(planBusyDay({ people: 20, seconds: 300, seed: 8 })).not.toEqual(plan)
  })

  it('has twenty people write within its time, in order, each after typing', () => {
    expect(new Set(plan.map(({ who }) => who)).size).toBe(20)
    expect(plan.map(({ at }) => at)).toEqual(plan.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(plan.every(({ at }) => at >= 0 && at < 300_000)).toBe(true)
    const said = plan.filter(({ said }) => said !== null)
    expect(said.length).toBe(plan.length / 2)
    for (const { who, at } of said)
      expect(plan.some((one) => one.who === who && one.said === null && one.at <= at)).toBe(true)
  })
})

describe('a busy day', () => {
  it('is played to its end, with progress signals', async () => {
    const { day, done, ended, began, changes } = playDay()
    expect(day.start(OURS, { seed: 7 })).toBe(true)
    const { planned } = day.state()
    expect(await ended()).toMatchObject({ running: false, people: 20, sent: planned, failed: 0, seed: 7 })
    expect(done.at(-1)?.at).toBeLessThan(began + DAY_LIMITS.seconds * 1000)
    expect(done.filter(({ what }) => what === `composing ${OURS}`)).toHaveLength(planned)
    expect(changes()).toBeGreaterThan(planned)
  })

  it('runs one at a time', async () => {
    const { day, ended } = playDay()
    expect([day.start(OURS, { people: 2 }), day.start(OURS, { people: 2 })]).toEqual([true, false])
    await ended()
    expect(day.start(OURS, { people: 2 })).toBe(true)
    await ended()
  })

  it('ends when it is stopped: nobody writes any more', async () => {
    const { day, done, ended } = playDay({ stopsAfter: 9 })
    day.start(OURS, { seed: 7 })
    expect((await ended()).sent).toBeLessThan(day.state().planned)
    expect(done).toHaveLength(9)
  })

  it('continues if one person cannot write', async () => {
    const { day, ended } = playDay({ failsFor: '5511970000001' })
    day.start(OURS, { people: 3 })
    const { sent, failed, planned } = await ended()
    expect(failed).toBeGreaterThan(0)
    expect(sent + failed).toBe(planned)
  })
})
