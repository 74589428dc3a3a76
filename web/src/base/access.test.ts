import type { SignedInUser } from '@guiche/contracts/views/session.js'
import { expect, it } from '@jest/globals'
import { hasFeature } from './access.js'

it('what the plan of the company leaves out is not offered; what needs no feature is', () => {
  const of = (without: SignedInUser['company']['without']) => ({ company: { without } }) as SignedInUser
  expect(hasFeature(of([]), 'useSchedules')).toBe(true)
  expect(hasFeature(of(['useSchedules']), 'useSchedules')).toBe(false)
  expect(hasFeature(of(['useSchedules']), undefined)).toBe(true)
})
