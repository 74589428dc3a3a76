import { describe, expect, it } from '@jest/globals'
import { queueChoice } from './queue-choice.js'

const SALES = { id: 1, name: 'Vendas', color: '#111111' }
const choice = (profile: 'admin' | 'user', own: readonly (typeof SALES)[], all?: readonly (typeof SALES)[]) =>
  queueChoice({ profile, queues: own }, all)

describe('the choice of a queue', () => {
  it('is among all queues for admins, and among their own for others', () => {
    expect(choice('admin', [], [SALES])).toEqual({
      queues: [SALES],
      mayLeaveOut: true,
      isNothingToChoose: false,
    })
    expect(choice('user', [SALES], [])).toEqual({
      queues: [SALES],
      mayLeaveOut: false,
      isNothingToChoose: false,
    })
  })

  it('is not asked for where there is nothing to choose, once that is known', () => {
    expect(choice('user', [], [SALES]).isNothingToChoose).toBe(true)
    expect(choice('admin', [], []).isNothingToChoose).toBe(true)
    expect(choice('admin', []).isNothingToChoose).toBe(false)
  })
})
