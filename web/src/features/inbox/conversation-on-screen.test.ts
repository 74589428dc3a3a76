import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'

let away = false
let tellActivity = (): void => undefined
jest.unstable_mockModule('../../base/activity.js', () => ({
  isAway: () => away,
  onActivity: (tell: () => void) => {
    tellActivity = tell
    return () => {
      tellActivity = () => undefined
    }
  },
}))
const { isOnScreen, announceOnScreen } = await import('./conversation-on-screen.js')

/** Ends or resumes the user's activity. */
const setAway = async (isAway: boolean) => {
  away = isAway
  tellActivity()
  await new Promise(setImmediate)
}

/** The locks that all windows of a browser share. */
const createLocks = () => {
  const held = new Set<{ readonly name: string }>()
  return {
    request: async (name: string, _: unknown, work: () => Promise<void>) => {
      const lock = { name }
      held.add(lock)
      await work()
      held.delete(lock)
    },
    query: async () => ({ held: [...held] }),
  }
}
const createWindow = (path: string, locks: unknown) => {
  const view = Object.assign(new EventTarget(), { focused: true })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => view.focused })
  const globals = { window: view, document: page, location: { pathname: path }, navigator: { locks } }
  const enter = () => {
    for (const [name, value] of Object.entries(globals))
      Object.defineProperty(globalThis, name, { value, configurable: true })
  }
  const focus = async (focused: boolean) => {
    enter()
    view.focused = focused
    view.dispatchEvent(new Event(focused ? 'focus' : 'blur'))
    await new Promise(setImmediate)
  }
  return { enter, focus }
}

const names = ['window', 'document', 'location', 'navigator'] as const
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
let locks: ReturnType<typeof createLocks>
beforeEach(() => {
  locks = createLocks()
  away = false
})
afterEach(() => {
  for (const [at, name] of names.entries()) {
    const found = before[at]
    if (found === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, found)
  }
})

it('a conversation has attention in every window while one of its windows has the focus', async () => {
  const shows = createWindow('/tickets/u1', locks)
  const other = createWindow('/', locks)
  await other.focus(false)
  shows.enter()
  const end = announceOnScreen('u1')
  other.enter()
  expect(await isOnScreen('u1')).toBe(true)
  expect(await isOnScreen('u2')).toBe(false)
  await shows.focus(false)
  other.enter()
  expect(await isOnScreen('u1')).toBe(false)
  await shows.focus(true)
  await shows.focus(true)
  other.enter()
  expect(await isOnScreen('u1')).toBe(true)
  shows.enter()
  end()
  await new Promise(setImmediate)
  other.enter()
  expect(await isOnScreen('u1')).toBe(false)
  await shows.focus(true)
  other.enter()
  expect(await isOnScreen('u1')).toBe(false)
})

it('without a secure connection each window knows of itself', async () => {
  const shows = createWindow('/tickets/u1', undefined)
  shows.enter()
  const end = announceOnScreen('u1')
  expect(await isOnScreen('u1')).toBe(true)
  await shows.focus(false)
  expect(await isOnScreen('u1')).toBe(false)
  end()
})

it('a conversation of an absent user has no attention', async () => {
  const shows = createWindow('/tickets/u1', locks)
  const other = createWindow('/', locks)
  shows.enter()
  const end = announceOnScreen('u1')
  await setAway(true)
  expect(await isOnScreen('u1')).toBe(false)
  other.enter()
  expect(await isOnScreen('u1')).toBe(false)
  shows.enter()
  await setAway(false)
  other.enter()
  expect(await isOnScreen('u1')).toBe(true)
  shows.enter()
  end()
})
