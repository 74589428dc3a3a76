import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import { type BulkAct, stepsBack, stepsOf } from './bulk.js'

const ticketOf = (id: number, more: object = {}) =>
  ({
    ...{ id, position: `${id}0`, status: 'pending', userId: null, queueId: 5, whatsapp: null, tags: [] },
    ...more,
  }) as unknown as TicketRecord
const agent = { id: 7, isAdmin: false }
const NOW = Date.parse('2026-03-02T12:00:00.000Z')
/** Tags above 100 are lanes. */
const known = { now: NOW, isLane: (id: number) => id > 100 }
const tagsOf = (...ids: number[]) => ({ tags: ids.map((id) => ({ id, name: '', color: '' })) })

describe('actions on several tickets', () => {
  it('is asked for as the person saw each of them', () => {
    expect(stepsOf({ kind: 'close' }, [ticketOf(1), ticketOf(2)], 7).map(({ call }) => call)).toEqual([
      { kind: 'change', seen: '10', body: { status: 'closed', userId: 7 } },
      { kind: 'change', seen: '20', body: { status: 'closed', userId: 7 } },
    ])
  })

  it('sets the chosen queue on tickets without a queue, and skips the others', () => {
    const steps = stepsOf({ kind: 'accept', queueId: 9 }, [ticketOf(1), ticketOf(2, { queueId: null })], 7)
    expect(steps.map(({ call }) => call.kind === 'change' && call.body)).toEqual([
      { status: 'open', userId: 7 },
      { status: 'open', userId: 7, queueId: 9 },
    ])
  })

  it('is taken back to where each was, as the answer left it', () => {
    const before = ticketOf(1, { queueId: null })
    const after = ticketOf(1, { position: '11', status: 'open', userId: 7, queueId: 9 })
    const [step] = stepsBack({ kind: 'accept', queueId: 9 }, [{ before, after }], agent, known)
    expect(step?.call).toEqual({
      ...{ kind: 'change', seen: '11' },
      body: { status: 'pending', userId: null, queueId: null },
    })
  })

  it('is not taken back from a colleague who has the ticket by now, except by admins', () => {
    const done = [
      {
        before: ticketOf(1, { status: 'open', userId: 7 }),
        after: ticketOf(1, { position: '11', status: 'open', userId: 8 }),
      },
      { before: ticketOf(2, { status: 'open', userId: 7 }), after: null },
    ]
    expect(stepsBack({ kind: 'assign', userId: 8 }, done, agent, known)).toEqual([])
    const back = stepsBack({ kind: 'assign', userId: 8 }, done, { ...agent, isAdmin: true }, known)
    expect(back.map(({ ticket: { id } }) => id)).toEqual([1])
  })

  const back = (act: BulkAct, before: object, after: object) =>
    stepsBack(
      act,
      [{ before: ticketOf(1, before), after: ticketOf(1, { position: '11', ...after }) }],
      agent,
      known,
    ).map(({ call }) => call)

  it('removes the tags that it added, and no others', () => {
    const act = { kind: 'tag', ids: [3, 4] } as const
    // A colleague has added tag 9 since.
    expect(back(act, tagsOf(3), tagsOf(3, 9, 4))).toEqual([{ kind: 'tag', ids: [3, 9], seen: '11' }])
    expect(back(act, tagsOf(3, 4), tagsOf(3, 4))).toEqual([])
  })

  it('puts a ticket back into the lane from which it was taken', () => {
    const call = { kind: 'tag', ids: [3, 101], seen: '11' }
    expect(back({ kind: 'tag', ids: [102] }, tagsOf(3, 101), tagsOf(3, 102))).toEqual([call])
  })

  it('puts off until the time before, and else wakes, where it sleeps as it was left', () => {
    const act = { kind: 'snooze', until: '' } as const
    const [later, over] = ['2026-03-04T12:00:00.000Z', '2026-03-02T11:00:00.000Z']
    expect(back(act, { snoozedUntil: later }, {})).toEqual([{ kind: 'snooze', until: later, seen: '11' }])
    expect(back(act, { snoozedUntil: over }, {})).toEqual([{ kind: 'wake', seen: '11' }])
    expect(back(act, { snoozedUntil: null }, {})).toEqual([{ kind: 'wake', seen: '11' }])
  })

  it('of a close is asked for also where the answer shows nothing', () => {
    const done = [{ before: ticketOf(1), after: null }]
    expect(stepsBack({ kind: 'close' }, done, agent, known)[0]?.call.kind).toBe('undo-close')
    expect(stepsBack({ kind: 'tag', ids: [4] }, done, agent, known)).toEqual([])
  })
})
