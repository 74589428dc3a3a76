import { describe, expect, it } from '@jest/globals'
import { allowanceOf } from './allowance.js'
import { NO_OVERRIDES } from './company.js'
import { withoutSeat } from './seats.js'

const flags = {
  useSchedules: 1,
  useKanban: 0,
  useExternalApi: 1,
  useCampaigns: 0,
  useInternalChat: 1,
  useOpenAi: 1,
  useIntegrations: 1,
} as const
const plan = { users: 10, connections: 2, queues: null, ...flags } as const
const today = { limits: { users: 3, connections: null, queues: 1 }, without: ['useSchedules'] } as const

describe('the allowance of a company', () => {
  it('without a plan is the one of its registration', () => {
    expect(allowanceOf(today, null)).toEqual(today)
    expect(allowanceOf({ limits: NO_OVERRIDES }, null)).toEqual({ limits: NO_OVERRIDES, without: [] })
  })
  it('is that of its plan', () =>
    expect(allowanceOf(today, plan)).toEqual({
      limits: { users: 10, connections: 2, queues: null },
      without: ['useKanban', 'useCampaigns'],
    }))
  it('prefers the company’s own limits to those of its plan', () => {
    const overrides = { users: 12, connections: null, queues: 0 }
    expect(allowanceOf({ ...today, overrides }, plan).limits).toEqual({
      users: 12,
      connections: 2,
      queues: 0,
    })
    expect(allowanceOf({ ...today, overrides }, null).limits).toEqual({
      ...{ users: 12, connections: null, queues: 0 },
    })
  })
})

describe('users without a seat', () => {
  const user = (userId: number, profile: string, createdAt: string) => ({ userId, profile, createdAt })
  const users = [
    user(1, 'user', '2026-01-01'),
    user(2, 'admin', '2026-01-02'),
    user(3, 'user', '2026-01-03'),
    user(4, 'admin', '2026-01-04'),
  ]
  const idsOf = (limit: number | null) => withoutSeat(users, limit).map(({ userId }) => userId)
  it('are the newest ones, admins last: M11', () => {
    expect(idsOf(null)).toEqual([])
    expect(idsOf(4)).toEqual([])
    expect(idsOf(3)).toEqual([3])
    expect(idsOf(2)).toEqual([1, 3])
    expect(idsOf(1)).toEqual([4, 1, 3])
  })
  it('leave one admin with a seat, who can buy more', () => expect(idsOf(0)).toEqual([4, 1, 3]))
})
