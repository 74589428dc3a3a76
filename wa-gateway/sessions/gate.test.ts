import { describe, expect, it } from '@jest/globals'
import { createGate } from './gate.js'

describe('the gate before sockets are opened', () => {
  it('admits a limited number at a time, first those that a person waits for', async () => {
    const gate = createGate(2)
    const inside: string[] = []
    const leaves = new Map<string, () => void>()
    const come = async (name: string, first: boolean) => {
      const leave = await gate.enter(first)
      inside.push(name)
      leaves.set(name, leave)
    }
    const all = ['a', 'b', 'c', 'd'].map((name) => come(name, false))
    const asked = come('asked', true)
    await Promise.all(all.slice(0, 2))
    expect(inside).toEqual(['a', 'b'])
    leaves.get('b')?.()
    leaves.get('b')?.()
    await asked
    expect(inside).toEqual(['a', 'b', 'asked'])
    leaves.get('asked')?.()
    await all[2]
    leaves.get('a')?.()
    await all[3]
    expect(inside).toEqual(['a', 'b', 'asked', 'c', 'd'])
    for (const name of ['c', 'd']) leaves.get(name)?.()
    await Promise.all([gate.enter(false), gate.enter(false)])
  })
})
