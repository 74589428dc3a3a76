import type { SignedInUser } from '@guiche/contracts/views/session.js'
import { expect, it } from '@jest/globals'
import { hasFeature } from './access.js'

it('features outside the company’s plan are not offered; pages without a feature are', () => {
  const of = (without: SignedInUser['company']['without']) => ({ company: { without } }) as SignedInUser
  expect(hasFeature(of([]), 'useSchedules')).toBe(true)
  expect(hasFeature(of(['useSchedules']), 'useSchedules')).toBe(false)
  expect(hasFeature(of(['useSchedules']), undefined)).toBe(true)
})
