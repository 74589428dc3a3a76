import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'
import { claimNotice } from './notice-once.js'

/** The locks that all windows of a browser share. */
const createLocks = () => {
  const held = new Set<string>()
  const request = async (name: string, _: unknown, work: (lock: unknown) => unknown) => {
    if (held.has(name)) return void (await work(null))
    held.add(name)
    await work({ name })
    held.delete(name)
  }
  return { request }
}
const setLocks = (locks: unknown) =>
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true })

const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
let stored: Map<string, string>
beforeEach(() => {
  jest.useFakeTimers()
  stored = fakeLocalStorage()
})
afterEach(() => {
  jest.useRealTimers()
  if (before !== undefined) Object.defineProperty(globalThis, 'navigator', before)
})

it('one of several windows shows the notice, even before the others can read its mark', async () => {
  setLocks(createLocks())
  expect(await claimNotice('m1')).toBe(true)
  // Another process sees a stored value a little later.
  const written = new Map(stored)
  stored.clear()
  expect(await claimNotice('m1')).toBe(false)
  expect(await claimNotice('m2')).toBe(true)
  for (const [key, value] of written) stored.set(key, value)
  await jest.advanceTimersByTimeAsync(5000)
  expect(await claimNotice('m1')).toBe(false)
})

it('without locks, the stored mark decides', async () => {
  setLocks(undefined)
  expect(await claimNotice('m1')).toBe(true)
  expect(await claimNotice('m1')).toBe(false)
})
