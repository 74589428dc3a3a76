import { afterEach, expect, it } from '@jest/globals'
import { followLooks, isLooked } from './looked.js'

const names = ['window', 'document'] as const
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
afterEach(() => {
  for (const [at, name] of names.entries()) {
    const found = before[at]
    if (found === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, found)
  }
})

it('a window is looked at while it is visible and has the focus, and tells when that changes', () => {
  const view = Object.assign(new EventTarget(), { focused: false })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => view.focused })
  for (const [name, value] of Object.entries({ window: view, document: page }))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  const told: boolean[] = []
  const end = followLooks(() => told.push(isLooked()))
  expect(isLooked()).toBe(false)
  view.focused = true
  view.dispatchEvent(new Event('focus'))
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  page.visibilityState = 'visible'
  view.focused = false
  view.dispatchEvent(new Event('blur'))
  expect(told).toEqual([true, false, false])
  end()
  view.dispatchEvent(new Event('focus'))
  expect(told).toHaveLength(3)
})
