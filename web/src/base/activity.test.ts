import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { isAway, onActivity, watchActivity } from './activity.js'

const names = ['navigator', 'addEventListener', 'removeEventListener'] as const
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
let page: EventTarget
let held: string[]
beforeEach(() => {
  jest.useFakeTimers()
  page = new EventTarget()
  held = []
  const locks = {
    request: async (name: string, _: unknown, work: () => Promise<void>) => {
      held.push(name)
      await work()
      held = held.filter((one) => one !== name)
    },
  }
  const given = {
    navigator: { locks },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  }
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true })
})
afterEach(() => {
  jest.useRealTimers()
  for (const [at, name] of names.entries()) {
    const found = before[at]
    if (found === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, found)
  }
})

it('a user without activity for five minutes is away until the first sign, for this window and for the worker', async () => {
  const end = watchActivity()
  const told: boolean[] = []
  const unlisten = onActivity(() => told.push(isAway()))
  await jest.advanceTimersByTimeAsync(200_000)
  page.dispatchEvent(new Event('keydown'))
  await jest.advanceTimersByTimeAsync(299_000)
  expect([told, held]).toEqual([[], ['guiche.at-desk']])
  await jest.advanceTimersByTimeAsync(1000)
  expect([told, held]).toEqual([[true], []])
  page.dispatchEvent(new Event('pointermove'))
  expect([told, held]).toEqual([[true, false], ['guiche.at-desk']])
  await jest.advanceTimersByTimeAsync(300_000)
  expect(told).toEqual([true, false, true])
  unlisten()
  end()
})
