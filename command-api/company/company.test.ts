import type { CompanyEvent, QuotaEvent } from '@guiche/contracts/events/company.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { companyDecider } from './decide.js'
import { quotaDecider } from './quota.js'

const data = {
  companyId: 1,
  name: 'Padaria',
  email: 'ana@guiche.test',
  phone: '',
  status: true,
  dueDate: null,
  timezone: 'America/Sao_Paulo',
  language: 'pt',
  limits: { users: null, connections: null, queues: null },
} as const
const registered: CompanyEvent = { type: 'company.registered.v1', data }

describe('a company', () => {
  const { given } = decisions(companyDecider)
  it('is registered', () =>
    given()
      .when({ kind: 'register', ...data })
      .then([registered]))
  it('is registered once', () =>
    given([registered])
      .when({ kind: 'register', ...data, name: 'Other' })
      .thenNothingHappened())
})

describe('a company that is edited', () => {
  const { given } = decisions(companyDecider)
  const due = (dueDate: string | null, dueDay: number | null): CompanyEvent => ({
    type: 'company.due-date-set.v1',
    data: { companyId: 1, dueDate, dueDay, recurrence: 'MENSAL', trialExpiration: null },
  })
  it('names each part that differs', () =>
    given([registered])
      .when({ kind: 'edit', wish: { status: false, dueDate: '2026-02-01T02:59:59.000Z' } })
      .then([
        { type: 'company.status-set.v1', data: { companyId: 1, status: false } },
        due('2026-02-01T02:59:59.000Z', 31),
      ]))
  it('is unchanged if no value differs', () =>
    given([registered])
      .when({ kind: 'edit', wish: { name: 'Padaria', status: true, dueDate: null } })
      .thenNothingHappened())
  it('that is not registered cannot be', () =>
    given()
      .when({ kind: 'edit', wish: { name: 'Other' } })
      .thenError('ERR_NO_COMPANY_FOUND'))
  it('keeps the day of the month when the due date advances: M8', () =>
    given([registered, due('2026-03-01T02:59:59.000Z', 31)])
      .when({ kind: 'advance', from: '2026-03-01T02:59:59.000Z' })
      .then([due('2026-04-01T02:59:59.000Z', 31)]))
  it('is not advanced if the due date has changed since the caller’s read', () =>
    given([registered])
      .when({ kind: 'advance', from: '2026-03-01T02:59:59.000Z' })
      .thenError('ERR_DUE_DATE_CHANGED'))
  it('loses its name to another company without a change', () =>
    given()
      .when({ kind: 'lose-name', companyId: 1 })
      .then([{ type: 'company.name-lost.v1', data: { companyId: 1 } }]))
})

describe('seats', () => {
  const { given } = decisions(quotaDecider)
  const taken = (holder: string, kind: 'user' | 'admin' = 'user'): QuotaEvent => ({
    type: 'quota.seat-taken.v1',
    data: { kind, holder },
  })
  const released = (holder: string, kind: 'user' | 'admin' = 'user'): QuotaEvent => ({
    type: 'quota.seat-released.v1',
    data: { kind, holder },
  })
  const take = (holder: string, limit: number | null, seat: 'user' | 'admin' = 'user') =>
    ({ kind: 'take', seat, holder, limit }) as const
  const release = (holder: string, seat: 'user' | 'admin' = 'user') =>
    ({ kind: 'release', seat, holder }) as const

  it('are taken up to the limit', () =>
    given([taken('a')])
      .when(take('b', 2))
      .then([taken('b')]))
  it('run out', () =>
    given([taken('a'), taken('b')])
      .when(take('c', 2))
      .thenError('ERR_USER_LIMIT', { limit: 2 }))
  it('are free again after a release', () =>
    given([taken('a'), taken('b'), released('a')])
      .when(take('c', 2))
      .then([taken('c')]))
  it('have no limit at null', () =>
    given([taken('a'), taken('b')])
      .when(take('c', null))
      .then([taken('c')]))
  it('are limited to one for each holder', () =>
    given([taken('a')])
      .when(take('a', 1))
      .thenNothingHappened())
  it('of one kind do not count for another kind', () =>
    given([taken('a', 'admin')])
      .when(take('a', 1))
      .then([taken('a')]))
  it('are released only by their holders', () =>
    given([taken('a')])
      .when(release('b'))
      .thenNothingHappened())
  it('of users may all be released', () =>
    given([taken('a')])
      .when(release('a'))
      .then([released('a')]))
  it('of administrators are never all released', () =>
    given([taken('a', 'admin')])
      .when(release('a', 'admin'))
      .thenError('ERR_LAST_ADMIN'))
  it('of administrators are released while another administrator exists', () =>
    given([taken('a', 'admin'), taken('b', 'admin')])
      .when(release('a', 'admin'))
      .then([released('a', 'admin')]))
})
