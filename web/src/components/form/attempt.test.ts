import { describe, expect, it } from '@jest/globals'
import { attemptAfter, cameBefore, failedAttempt } from './attempt.js'

const LOST = { status: 0, code: '' }
const REFUSED = { status: 409, code: 'ERR_EMAIL_ALREADY_EXISTS' }
const REUSED = { status: 422, code: 'ERR_IDEMPOTENCY_KEY_REUSED' }

describe('a second save with other values', () => {
  const first = attemptAfter(null, 'Ana')

  it('is a new command if the first one was refused, and the same command with the same values', () => {
    const refused = failedAttempt(first, REFUSED)
    expect(attemptAfter(refused, 'Ana').idempotencyKey).toBe(first.idempotencyKey)
    expect(attemptAfter(refused, 'Bia').idempotencyKey).not.toBe(first.idempotencyKey)
  })

  it.each([LOST, { status: 503, code: 'ERR_UNAVAILABLE' }])(
    'keeps its key where nobody knows whether the first one was received (%j)',
    (error) => {
      const second = attemptAfter(failedAttempt(first, error), 'Bia')
      const third = attemptAfter(failedAttempt(second, REFUSED), 'Carla')
      expect([second.idempotencyKey, third.idempotencyKey]).toEqual([
        first.idempotencyKey,
        first.idempotencyKey,
      ])
    },
  )

  it('is a new command once the first one is known to be received', () => {
    const second = attemptAfter(failedAttempt(first, LOST), 'Bia')
    expect([cameBefore(REUSED), cameBefore(LOST)]).toEqual([true, false])
    expect(attemptAfter(failedAttempt(second, REUSED), 'Bia').idempotencyKey).not.toBe(first.idempotencyKey)
  })
})
