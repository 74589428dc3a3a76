import { afterEach, expect, it, jest } from '@jest/globals'

let away = false
let tellActivity = (): void => undefined
jest.unstable_mockModule('./activity.js', () => ({
  isAway: () => away,
  onActivity: (tell: () => void) => {
    tellActivity = tell
    return () => {
      tellActivity = () => undefined
    }
  },
}))
const { followAttention, hasAttention, whenVisible } = await import('./attention.js')

const names = ['window', 'document'] as const
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
afterEach(() => {
  for (const [at, name] of names.entries()) {
    const found = before[at]
    if (found === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, found)
  }
})

const createWindow = () => {
  const view = Object.assign(new EventTarget(), { focused: false })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => view.focused })
  for (const [name, value] of Object.entries({ window: view, document: page }))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  return { view, page }
}

it('a window has attention while it is visible and focused, and reports changes', () => {
  const { view, page } = createWindow()
  const told: boolean[] = []
  const end = followAttention(() => told.push(hasAttention()))
  expect(hasAttention()).toBe(false)
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

it('the window of an absent user has no attention, until the user’s first sign', () => {
  const { view, page } = createWindow()
  view.focused = true
  away = true
  let seen = 0
  const end = whenVisible(() => {
    seen += 1
  })
  page.dispatchEvent(new Event('visibilitychange'))
  expect([hasAttention(), seen]).toEqual([false, 0])
  away = false
  tellActivity()
  expect([hasAttention(), seen]).toEqual([true, 1])
  end()
  page.dispatchEvent(new Event('visibilitychange'))
  tellActivity()
  expect(seen).toBe(1)
})
