import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { sentenceOf } from '@guiche/contracts/words/audit-words.js'
import { type Words, wordsOf } from '@guiche/contracts/words/words.js'
import { describe, expect, it } from '@jest/globals'
import { runsOf } from './runs.js'

const words: Words = {
  ...wordsOf('pt'),
  moment: String,
  error: (code) => (code.startsWith('ERR_WAPP') ? code : null),
}
const auditRecord = (id: string, type: string, over: Partial<AuditRecord> = {}): AuditRecord =>
  ({
    ...{ id, type, area: type.split('.')[0], actor: { kind: 'user', id: 1, name: 'Ana' } },
    ...{ ticketId: null, contact: null, facts: {}, names: {}, changes: [] },
    ...over,
  }) as AuditRecord
const idsOfRuns = (records: readonly AuditRecord[]) =>
  runsOf(records, (one) => sentenceOf(words, one)).map(({ records }) => records.map(({ id }) => id).join(''))
const system = { actor: { kind: 'system', id: 0, name: '' } }

describe('runs of the audit', () => {
  it('are three or more equal actions of one person in a row', () => {
    const queue = (id: string, queueId: number, name: string) =>
      auditRecord(id, 'queue.changed.v1', { facts: { queueId }, names: { queueId: name } })
    expect(
      idsOfRuns([
        queue('a', 1, 'Suporte'),
        queue('b', 1, 'Suporte'),
        queue('c', 1, 'Suporte'),
        { ...queue('d', 1, 'Suporte'), actor: { kind: 'user', id: 2, name: 'Ana' } },
        queue('e', 2, 'Vendas'),
        queue('f', 2, 'Vendas'),
      ]),
    ).toEqual(['abc', 'd', 'e', 'f'])
  })

  it('do not join entries of different records, even with one name', () => {
    const made = (id: string, queueId: number) =>
      auditRecord(id, 'queue.created.v1', { facts: { queueId }, names: { queueId: 'Fiscal' } })
    expect(idsOfRuns([made('a', 1), made('b', 2), made('c', 3)])).toEqual(['a', 'b', 'c'])
    const closed = (id: string, ticketId: number) => auditRecord(id, 'ticket.closed.v1', { ticketId })
    expect(idsOfRuns([closed('a', 1), closed('b', 2), closed('c', 3)])).toEqual(['a', 'b', 'c'])
  })

  it('keep every state and reason of a connection, and join entries that only count attempts', () => {
    const state = (id: string, status: 'OPENING' | 'CONNECTED' | 'DISCONNECTED', more: object = {}) =>
      auditRecord(id, 'connection.status-changed.v1', {
        ...system,
        facts: { connectionId: 1, status, ...more },
      })
    expect(
      idsOfRuns([
        state('a', 'CONNECTED'),
        state('b', 'OPENING', { retries: 3 }),
        state('c', 'OPENING', { retries: 2 }),
        state('d', 'OPENING', { retries: 1 }),
        state('e', 'DISCONNECTED', { reason: 'ERR_WAPP_LOGGED_OUT' }),
        state('f', 'DISCONNECTED', { reason: 'ERR_WAPP_QR_EXPIRED' }),
      ]),
    ).toEqual(['a', 'bcd', 'e', 'f'])
    const unknown = ['ERR_ONE', 'ERR_TWO', 'ERR_TWO'] as const
    expect(idsOfRuns(unknown.map((reason, n) => state(String(n), 'DISCONNECTED', { reason })))).toHaveLength(
      3,
    )
  })

  it('are messages to one contact, each of which has an id of its own', () => {
    const sent = (id: string, contactId: number) =>
      auditRecord(id, 'message.requested.v1', {
        ...{ ticketId: 5, contact: { id: contactId, name: 'Caio' } },
        facts: { messageId: id, source: 'user' },
      })
    expect(idsOfRuns([sent('a', 1), sent('b', 1), sent('c', 1), sent('d', 2)])).toEqual(['abc', 'd'])
  })

  it('fold ordinary sign-ins and sign-outs, and no other end of a session', () => {
    const session = (id: string, userId: number, reason?: 'logout' | 'reuse') =>
      auditRecord(id, `user.session-${reason ? 'ended' : 'started'}.v1`, {
        ...{ area: 'user', actor: { kind: 'user', id: userId, name: `Pessoa ${userId}` } },
        facts: { userId, ...(reason && { reason }) },
      })
    const all = [
      session('a', 1),
      session('b', 2, 'logout'),
      session('c', 3),
      session('d', 3, 'reuse'),
      session('e', 4),
    ]
    expect(idsOfRuns(all)).toEqual(['abc', 'd', 'e'])
    expect(runsOf(all, () => '').map(({ of }) => of)).toEqual(['sessions', 'equal', 'equal'])
  })

  it('are empty without entries', () => expect(idsOfRuns([])).toEqual([]))
})
