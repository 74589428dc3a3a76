import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { describe, expect, it } from '@jest/globals'
import { runsOf } from './runs.js'

const record = (id: string, type: string, actorId: number): AuditRecord =>
  ({ id, type, actor: { kind: 'user', id: actorId, name: '' } }) as AuditRecord
const ids = (records: readonly AuditRecord[]) =>
  runsOf(records).map((run) => run.map(({ id }) => id).join(''))

describe('runs of the audit', () => {
  it('are what the same person did three times in a row or more', () => {
    expect(
      ids([
        record('a', 'ticket.closed.v1', 1),
        record('b', 'ticket.closed.v1', 1),
        record('c', 'ticket.closed.v1', 1),
        record('d', 'ticket.closed.v1', 2),
        record('e', 'ticket.opened.v1', 2),
        record('f', 'ticket.opened.v1', 2),
      ]),
    ).toEqual(['abc', 'd', 'e', 'f'])
  })

  it('are none of nothing', () => expect(runsOf([])).toEqual([]))
})
