import type { Caller } from '@guiche/contracts/users/permissions.js'
import { describe, expect, it } from '@jest/globals'
import { createEntitlement } from './entitlement.js'

const NOBODY: ReadonlySet<number> = new Set()
const caller = (userId: number, more: object = {}) =>
  ({ userId, companyId: 1, profile: 'user', super: false, ...more }) as Caller
const entitledBy = (without: readonly string[], seatless = NOBODY) => {
  const limits = { users: 2, connections: null, queues: null }
  const company = { company: { limits, without }, plan: null }
  return createEntitlement({
    companyWithPlan: async () => company as never,
    withoutSeat: async () => seatless,
  })
}
const route = (key: string, more: object = {}) =>
  ({ key, spec: { allow: 'user', summary: '', ...more } }) as Parameters<ReturnType<typeof entitledBy>>[0]
const refused = (code: string, details: object) => ({ ok: false, error: { code, details } })
const fine = { ok: true, value: undefined }

describe('a plan', () => {
  it('refuses what takes a feature that it lacks, and names the feature', async () => {
    const entitled = entitledBy(['useKanban'])
    const kanban = route('GET /kanban', { plan: 'useKanban' })
    expect(await entitled(kanban, caller(5))).toEqual(refused('ERR_NOT_IN_PLAN', { feature: 'useKanban' }))
    expect(await entitled(route('GET /api', { plan: 'useExternalApi' }), caller(5))).toEqual(fine)
    const program = { companyId: 1, connectionId: 3, tokenId: 't' }
    expect((await entitled(kanban, program)).ok).toBe(false)
  })

  it('lets those read for whom it has no seat, and not write', async () => {
    const entitled = entitledBy([], new Set([5]))
    const write = route('POST /messages/:ticketId')
    expect(await entitled(write, caller(5))).toEqual(refused('ERR_NO_SEAT', { limit: 2 }))
    expect(await entitled(write, caller(6))).toEqual(fine)
    expect(await entitled(write, caller(5, { super: true }))).toEqual(fine)
    expect(await entitled(route('GET /tickets'), caller(5))).toEqual(fine)
    expect(await entitled(route('POST /tickets/:id/read', { reads: true }), caller(5))).toEqual(fine)
  })
})
