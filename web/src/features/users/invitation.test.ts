import { expect, it } from '@jest/globals'
import { endOfInvitation } from './invitation.js'

const NOW = Date.parse('2026-03-02T12:00:00Z')

it('an invitation is shown while it is valid, and not after its end', () => {
  const until = (invitedUntil: string | null) => endOfInvitation({ invitedUntil }, NOW)
  expect(until('2026-03-02T12:00:01.000Z')).toBe('2026-03-02T12:00:01.000Z')
  expect(until('2026-03-02T12:00:00.000Z')).toBeNull()
  expect(until('2026-02-01T12:00:00.000Z')).toBeNull()
  expect(until(null)).toBeNull()
})
