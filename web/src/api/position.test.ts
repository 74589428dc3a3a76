import { describe, expect, it } from '@jest/globals'
import { createPositions } from './position.js'

describe('the position that reads ask for', () => {
  it('is the furthest one seen, while it is fresh', () => {
    let now = 0
    const positions = createPositions(() => now)
    expect(positions.minimum()).toBeNull()
    positions.reached('3:0009')
    positions.reached('3:0007')
    expect(positions.minimum()).toBe('3:0009')
    positions.reached('3:00000000000000000010')
    expect(positions.minimum()).toBe('3:00000000000000000010')
    now = 20_001
    expect(positions.minimum()).toBeNull()
  })

  it('ignores invalid positions, and restarts in another partition and after a sign-out', () => {
    const positions = createPositions(() => 0)
    positions.reached(null)
    positions.reached('nonsense')
    expect(positions.minimum()).toBeNull()
    positions.reached('3:0009')
    positions.reached('4:0001')
    expect(positions.minimum()).toBe('4:0001')
    positions.forget()
    expect(positions.minimum()).toBeNull()
  })
})
