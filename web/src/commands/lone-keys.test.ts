import { describe, expect, it } from '@jest/globals'
import { ALONE_MS, createLoneKeys } from './lone-keys.js'

const startedKeys = () => {
  let now = 10_000
  let due: { at: number; run: () => void } | null = null
  const ran: string[] = []
  const keys = createLoneKeys({
    now: () => now,
    after: (ms, run) => {
      const own = { at: now + ms, run }
      due = own
      return () => {
        if (due === own) due = null
      }
    },
  })
  const wait = (ms: number) => {
    now += ms
    if (due === null || due.at > now) return
    const { run } = due
    due = null
    run()
  }
  const press = (key: string, atOnce = false) =>
    keys.pressed(key, { run: () => ran.push(key), ...(atOnce && { atOnce }) })
  return { keys, ran, wait, press }
}

describe('single keys', () => {
  it('act if no other key came within half a second before or after', () => {
    const { ran, wait, press } = startedKeys()
    press('e')
    wait(ALONE_MS - 1)
    expect(ran).toEqual([])
    wait(1)
    expect(ran).toEqual(['e'])
    wait(ALONE_MS)
    press('z')
    wait(ALONE_MS)
    expect(ran).toEqual(['e', 'z'])
  })

  it('do nothing while the user types, whether fast or slowly, with Shift or in a field', () => {
    const { keys, ran, wait, press } = startedKeys()
    for (const key of 'e ai, tudo bem?') {
      if (key === '?') keys.pressed('Shift', null)
      press(key)
      wait(180)
    }
    wait(ALONE_MS)
    expect(ran).toEqual([])
    wait(ALONE_MS)
    for (const key of 'esa') {
      press(key)
      wait(ALONE_MS - 1)
    }
    keys.pressed('Enter', null)
    wait(ALONE_MS)
    // The field was removed while the user was typing.
    keys.pressed('o', null)
    wait(100)
    press('e')
    wait(ALONE_MS)
    expect(ran).toEqual([])
  })

  it('that only move the focus act at once and one after another, but not within a text', () => {
    const { ran, wait, press } = startedKeys()
    for (const key of 'jjk') press(key, true)
    expect(ran).toEqual(['j', 'j', 'k'])
    press('e')
    wait(ALONE_MS)
    wait(ALONE_MS)
    press('o')
    press('k', true)
    press('k', true)
    wait(ALONE_MS)
    expect(ran).toEqual(['j', 'j', 'k'])
  })

  it('act after Esc, which writes nothing, and not once they are stopped', () => {
    const { keys, ran, wait, press } = startedKeys()
    keys.pressed('Escape', null)
    press('e')
    wait(ALONE_MS)
    expect(ran).toEqual(['e'])
    for (const prevent of [() => keys.stop(), () => keys.pressed('Escape', null)]) {
      wait(ALONE_MS)
      press('e')
      prevent()
      wait(ALONE_MS)
    }
    expect(ran).toEqual(['e'])
  })
})
