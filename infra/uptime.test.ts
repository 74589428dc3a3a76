import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { systemClock } from './clock.js'
import { createUptime, type Uptime } from './uptime.js'

const MINUTE_MS = 60_000
let uptime: Uptime
beforeEach(() => {
  jest.useFakeTimers()
  uptime = createUptime(systemClock)
  uptime.start()
})
afterEach(async () => {
  await uptime.stop()
  jest.useRealTimers()
})
/** Advances the clock without running timers. */
const suspendClock = (ms: number): void => void jest.setSystemTime(Date.now() + ms)

it('uptime is the time since the process began', () => {
  expect(uptime.ms()).toBe(0)
  jest.advanceTimersByTime(10 * MINUTE_MS)
  expect(uptime.ms()).toBe(10 * MINUTE_MS)
})

it('uptime restarts after a suspension, even if read before any timer fires', () => {
  jest.advanceTimersByTime(10 * MINUTE_MS)
  suspendClock(60 * MINUTE_MS)
  expect(uptime.ms()).toBe(0)
  jest.advanceTimersByTime(2 * MINUTE_MS)
  expect(uptime.ms()).toBe(2 * MINUTE_MS)
})

it('uptime restarts after a suspension, even if first read later', () => {
  jest.advanceTimersByTime(10 * MINUTE_MS)
  suspendClock(60 * MINUTE_MS)
  jest.advanceTimersByTime(2 * MINUTE_MS)
  expect(uptime.ms()).toBeLessThanOrEqual(2 * MINUTE_MS)
})

it('uptime restarts when the clock is set back', () => {
  jest.advanceTimersByTime(10 * MINUTE_MS)
  suspendClock(-60 * MINUTE_MS)
  expect(uptime.ms()).toBe(0)
})

it('uptime continues while the process is busy for a while', () => {
  jest.advanceTimersByTime(10 * MINUTE_MS)
  suspendClock(MINUTE_MS / 3)
  expect(uptime.ms()).toBeGreaterThan(10 * MINUTE_MS)
})
