import { describe, expect, it } from '@jest/globals'
import { rowAct } from './row-key.js'

const keyPress = (key: string, more: object = {}) => ({
  ...{ key, shiftKey: false, ctrlKey: false, metaKey: false },
  ...more,
})

describe('a key on a row', () => {
  it.each([
    [keyPress('Escape'), 'stop'],
    [keyPress('a', { ctrlKey: true }), 'all'],
    [keyPress('A', { metaKey: true }), 'all'],
    [keyPress(' '), 'pick'],
    [keyPress('ArrowDown'), 'go'],
    [keyPress('ArrowUp', { shiftKey: true }), 'reach'],
    [keyPress('ArrowUp', { ctrlKey: true }), null],
    [keyPress('a'), null],
  ] as const)('%j does %s once the choice has begun', (pressed, act) => {
    expect(rowAct(pressed, true)).toBe(act)
  })

  it('picks nothing before the choice has begun, but for all and a way with Shift', () => {
    const acts = [
      keyPress('Escape'),
      keyPress(' '),
      keyPress('a', { ctrlKey: true }),
      keyPress('ArrowUp', { shiftKey: true }),
    ]
    expect(acts.map((pressed) => rowAct(pressed, false))).toEqual([null, null, 'all', 'reach'])
  })

  it('goes from row to row, and picks nothing, where rows cannot be picked', () => {
    const keys = ['Escape', ' ', 'ArrowDown'].map((key) => keyPress(key, { shiftKey: true }))
    expect(keys.map((pressed) => rowAct(pressed, null))).toEqual([null, null, 'go'])
    expect(rowAct(keyPress('a', { ctrlKey: true }), null)).toBeNull()
  })
})
