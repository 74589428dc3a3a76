import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createViewNames } from './views.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('the read version of a view is refreshed after a second, even if the clock was set back', async () => {
  let version = 1
  const names = createViewNames({ aliases: async () => new Map([['inbox', version]]) })
  expect(await names.view('inbox')).toBe('inbox@1')
  version = 2
  jest.setSystemTime(Date.now() - 3_600_000)
  jest.advanceTimersByTime(999)
  expect(await names.view('inbox')).toBe('inbox@1')
  jest.advanceTimersByTime(1)
  expect(await names.view('inbox')).toBe('inbox@2')
})
