import { describe, expect, it } from '@jest/globals'
import { createWheel } from './wheel.js'

const turnWheel = (deltas: readonly number[], deltaMode = 0) => {
  const wheel = createWheel()
  return deltas.map((deltaY) => wheel({ deltaY, deltaMode })).filter((step) => step !== 0)
}

describe('the wheel', () => {
  it('enlarges by one step a notch of a mouse, in pixels or in lines', () => {
    expect(turnWheel([-100, -120, 100])).toEqual([1, 1, -1])
    expect(turnWheel([-3, 3], 1)).toEqual([1, -1])
  })

  it('enlarges no more for the many small turns of a touchpad', () => {
    expect(turnWheel(Array.from({ length: 40 }, () => -4))).toEqual([1, 1])
  })

  it('drops a rest when the wheel turns back', () => {
    expect(turnWheel([-60, 60, -60, 60])).toEqual([])
  })
})
