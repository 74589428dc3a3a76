import { describe, expect, it } from '@jest/globals'
import { rowAct } from './row-key.js'

const press = (key: string, more: object = {}) => ({
  ...{ key, shiftKey: false, ctrlKey: false, metaKey: false },
  ...more,
})

describe('a key on a row', () => {
  it.each([
    [press('Escape'), 'stop'],
    [press('a', { ctrlKey: true }), 'all'],
    [press('A', { metaKey: true }), 'all'],
    [press(' '), 'pick'],
    [press('ArrowDown'), 'go'],
    [press('ArrowUp', { shiftKey: true }), 'reach'],
    [press('ArrowUp', { ctrlKey: true }), null],
    [press('a'), null],
  ] as const)('%j does %s once the choice has begun', (pressed, act) => {
    expect(rowAct(pressed, true)).toBe(act)
  })

  it('picks nothing before the choice has begun, but for all and a way with Shift', () => {
    const acts = [
      press('Escape'),
      press(' '),
      press('a', { ctrlKey: true }),
      press('ArrowUp', { shiftKey: true }),
    ]
    expect(acts.map((pressed) => rowAct(pressed, false))).toEqual([null, null, 'all', 'reach'])
  })

  it('goes from row to row, and picks nothing, where rows cannot be picked', () => {
    const keys = ['Escape', ' ', 'ArrowDown'].map((key) => press(key, { shiftKey: true }))
    expect(keys.map((pressed) => rowAct(pressed, null))).toEqual([null, null, 'go'])
    expect(rowAct(press('a', { ctrlKey: true }), null)).toBeNull()
  })
})
