import { describe, expect, it } from '@jest/globals'
import { queueChoice } from './queue-choice.js'

const SALES = { id: 1, name: 'Vendas', color: '#111111' }
const choiceOf = (
  profile: 'admin' | 'user',
  own: readonly (typeof SALES)[],
  all?: readonly (typeof SALES)[],
) => queueChoice({ profile, queues: own }, all)

describe('the choice of a queue', () => {
  it('offers all queues to admins, and their own queues to others', () => {
    expect(choiceOf('admin', [], [SALES])).toEqual({
      queues: [SALES],
      mayLeaveOut: true,
      isNothingToChoose: false,
    })
    expect(choiceOf('user', [SALES], [])).toEqual({
      queues: [SALES],
      mayLeaveOut: false,
      isNothingToChoose: false,
    })
  })

  it('is not asked for where there is nothing to choose, once that is known', () => {
    expect(choiceOf('user', [], [SALES]).isNothingToChoose).toBe(true)
    expect(choiceOf('admin', [], []).isNothingToChoose).toBe(true)
    expect(choiceOf('admin', []).isNothingToChoose).toBe(false)
  })
})
