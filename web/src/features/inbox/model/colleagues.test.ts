import { describe, expect, it } from '@jest/globals'
import { colleaguesOf, foundColleagues } from './colleagues.js'

const userRow = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, profile: 'user', allTicket: 'desabled', queues: [] },
  ...more,
})
const SALES = { id: 4, name: 'Vendas', color: '#000000' }
const users = [
  userRow(1, 'Ada'),
  userRow(2, 'Bia Sá', { profile: 'admin' }),
  userRow(3, 'Caio', { queues: [SALES] }),
  userRow(4, 'Davi', { allTicket: 'enabled' }),
] as unknown as Parameters<typeof colleaguesOf>[0]
const idsOfColleagues = (
  status: 'open' | 'pending',
  userId: number | null,
  queueId: number | null,
  own = 9,
) => colleaguesOf(users, { companyId: 1, status, userId, queueId }, own).map(({ id }) => id)

describe('colleagues who may be mentioned', () => {
  it('are users who may open the ticket, except the reader', () => {
    expect(idsOfColleagues('open', 1, 4)).toEqual([1, 2, 3])
    expect(idsOfColleagues('open', 1, 4, 3)).toEqual([1, 2])
    expect(idsOfColleagues('open', 1, null)).toEqual([1, 2])
    expect(idsOfColleagues('pending', null, null)).toEqual([2, 4])
  })

  it.each([
    ['', ['Ada', 'Bia Sá', 'Caio', 'Davi']],
    ['sa', ['Bia Sá']],
    ['A', ['Ada']],
    ['ia', []],
  ])('are found by the beginning of a part of their name: %j', (typed, names) => {
    expect(foundColleagues(users, typed).map(({ name }) => name)).toEqual(names)
  })
})
