import type { Caller } from '@guiche/contracts/users/permissions.js'
import { describe, expect, it } from '@jest/globals'
import { createEntitlement } from './entitlement.js'

const NOBODY: ReadonlySet<number> = new Set()
const callerOf = (userId: number, more: object = {}) =>
  ({ userId, companyId: 1, profile: 'user', super: false, ...more }) as Caller
const entitledBy = (without: readonly string[], seatless = NOBODY) => {
  const limits = { users: 2, connections: null, queues: null }
  const company = { company: { limits, without }, plan: null }
  return createEntitlement({
    companyWithPlan: async () => company as never,
    withoutSeat: async () => seatless,
  })
}
const routeOf = (key: string, more: object = {}) =>
  ({ key, spec: { allow: 'user', summary: '', ...more } }) as Parameters<ReturnType<typeof entitledBy>>[0]
const refusedWith = (code: string, details: object) => ({ ok: false, error: { code, details } })
const fine = { ok: true, value: undefined }

describe('a company’s plan', () => {
  it('refuses a route of a feature that it lacks, and names the feature', async () => {
    const entitled = entitledBy(['useKanban'])
    const kanban = routeOf('GET /kanban', { plan: 'useKanban' })
    expect(await entitled(kanban, callerOf(5))).toEqual(
      refusedWith('ERR_NOT_IN_PLAN', { feature: 'useKanban' }),
    )
    expect(await entitled(routeOf('GET /api', { plan: 'useExternalApi' }), callerOf(5))).toEqual(fine)
    const program = { companyId: 1, connectionId: 3, tokenId: 't' }
    expect((await entitled(kanban, program)).ok).toBe(false)
  })

  it('lets users without a seat read, but not write', async () => {
    const entitled = entitledBy([], new Set([5]))
    const write = routeOf('POST /messages/:ticketId')
    expect(await entitled(write, callerOf(5))).toEqual(refusedWith('ERR_NO_SEAT', { limit: 2 }))
    expect(await entitled(write, callerOf(6))).toEqual(fine)
    expect(await entitled(write, callerOf(5, { super: true }))).toEqual(fine)
    expect(await entitled(routeOf('GET /tickets'), callerOf(5))).toEqual(fine)
    expect(await entitled(routeOf('POST /tickets/:id/read', { reads: true }), callerOf(5))).toEqual(fine)
  })
})
