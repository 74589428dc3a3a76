import { type FiltersOf, filtersOf } from '@guiche/contracts/ticket-lists/filters.js'
import type { TicketView } from '@guiche/contracts/ticket-lists/views.js'
import { filtersWithDeleted, viewFor, widenForAgent } from '@guiche/contracts/ticket-lists/views.js'
import { describe, expect, it } from '@jest/globals'
import { NO_FILTERS } from '../model/chosen-filters.js'
import { bodyOfChoice, bodyOfKept, chosenBy, isSameChoice, lastView } from './chosen-view.js'

const ofChoiceFilters = Object.fromEntries(filtersOf('choice').map((name) => [name, []])) as unknown as {
  readonly [N in FiltersOf<'choice'>]: never[]
}
const view: TicketView = {
  ...{ id: 1, name: 'Urgentes', team: true, status: 'pending', userId: 3, companyId: 1 },
  ...{ queueIds: [5, 6, 7], queues: [5, 6].map((id) => ({ id, name: `Fila ${id}` })) },
  ...{ tagIds: [], tags: [], userIds: [], users: [], connectionIds: [], connections: [] },
  ...{ ...ofChoiceFilters, priorities: ['urgent'], from: null, to: '2026-03-01' },
  ...{ withUnread: true, fromAd: false, snoozed: false, showAll: false },
  ...{ createdAt: '', updatedAt: '' },
}
const admin = { profile: 'admin', queueIds: [] } as const
const agent = { profile: 'user', queueIds: [6] } as const

describe('a named view', () => {
  it('chooses the existing things that it names, and names the deleted ones', () => {
    const list = viewFor(view, admin)
    expect(list && chosenBy(list)).toEqual({
      ...NO_FILTERS,
      ...{ queueIds: [5, 6], priorities: ['urgent'], to: '2026-03-01', withUnread: true },
    })
    expect(filtersWithDeleted(view)).toEqual(['queueIds'])
    expect(filtersWithDeleted({ ...view, queueIds: [5, 6] })).toEqual([])
  })

  it('shows each reader their own queues, and no list wider than its name', () => {
    expect(viewFor(view, agent)?.values.queueIds).toEqual([6])
    expect(viewFor(view, { profile: 'supervisor', queueIds: [9] })).toBeNull()
    const ofUser = { ...view, userIds: [2], users: [{ id: 2, name: 'Bia' }] }
    expect(viewFor(ofUser, agent)).toBeNull()
    expect(viewFor(ofUser, admin)?.values.users).toEqual([2])
    // Only administrators may list everybody's tickets. Others get their own list.
    expect(viewFor({ ...view, showAll: true }, agent)?.values).not.toHaveProperty('showAll')
    expect(widenForAgent({ users: [2] }, true).showAll).toBe(true)
    expect(widenForAgent({ showAll: true }, false).showAll).toBe(false)
  })

  it('is the same choice in any order of its ids', () => {
    expect(isSameChoice({ ...NO_FILTERS, tags: [10, 2] }, { ...NO_FILTERS, tags: [2, 10] })).toBe(true)
    expect(isSameChoice({ ...NO_FILTERS, tags: [1, 2] }, { ...NO_FILTERS, tags: [12] })).toBe(false)
    expect(isSameChoice(NO_FILTERS, { ...NO_FILTERS, snoozed: true })).toBe(false)
  })

  it('is said whole, so that a filter that was taken off goes', () => {
    expect(bodyOfChoice('closed', { ...NO_FILTERS, tags: [4] })).toEqual({
      ...{ status: 'closed', queueIds: [], tagIds: [4], userIds: [], connectionIds: [] },
      ...{
        ...ofChoiceFilters,
        from: null,
        to: null,
        withUnread: false,
        fromAd: false,
        snoozed: false,
        showAll: false,
      },
    })
  })

  it('keeps filters that its reader did not change, hidden and deleted ones included', () => {
    const supervisor = { profile: 'supervisor', queueIds: [6, 8] } as const
    const wide = { ...view, showAll: true }
    const list = viewFor(wide, supervisor)
    if (list === null) throw new Error('it is for supervisors')
    const shown = chosenBy(list)
    expect(bodyOfKept(wide, supervisor, { status: 'pending', chosen: shown })).toEqual({})
    expect(
      bodyOfKept(wide, supervisor, { status: 'open', chosen: { ...shown, to: '', queueIds: [6, 8] } }),
    ).toEqual({ status: 'open', to: null, queueIds: [5, 6, 7, 8] })
    expect(bodyOfKept(wide, supervisor, { status: 'pending', chosen: { ...shown, queueIds: [8] } })).toEqual({
      queueIds: [5, 7, 8],
    })
  })

  it('is the chosen one while its filters are changed, until they are cleared or another list is shown', () => {
    const last = { id: 1, tab: 'pending' }
    const there = { exact: null, tab: 'pending', count: 1 }
    expect(lastView(null, { ...there, exact: 1 })).toEqual(last)
    expect(lastView(last, { ...there, exact: 1 })).toBe(last)
    expect(lastView(last, there)).toBe(last)
    expect(lastView(last, { ...there, exact: 2 })).toEqual({ id: 2, tab: 'pending' })
    expect(lastView(last, { ...there, count: 0 })).toBeNull()
    expect(lastView(last, { ...there, tab: 'closed' })).toBeNull()
    expect(lastView(null, there)).toBeNull()
  })
})
