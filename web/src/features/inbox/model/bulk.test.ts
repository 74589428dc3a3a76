import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import { stepsBack, stepsOf } from './bulk.js'

const ticket = (id: number, more: object = {}) =>
  ({
    ...{ id, position: `${id}0`, status: 'pending', userId: null, queueId: 5, whatsapp: null, tags: [] },
    ...more,
  }) as unknown as TicketRecord
const agent = { id: 7, isAdmin: false }

describe('what is done with several tickets', () => {
  it('is asked for as the person saw each of them', () => {
    expect(stepsOf({ kind: 'close' }, [ticket(1), ticket(2)], 7).map(({ call }) => call)).toEqual([
      { kind: 'change', seen: '10', body: { status: 'closed', userId: 7 } },
      { kind: 'change', seen: '20', body: { status: 'closed', userId: 7 } },
    ])
  })

  it('gives the chosen queue to those that have none, and leaves the others where they are', () => {
    const steps = stepsOf({ kind: 'accept', queueId: 9 }, [ticket(1), ticket(2, { queueId: null })], 7)
    expect(steps.map(({ call }) => call.kind === 'change' && call.body)).toEqual([
      { status: 'open', userId: 7 },
      { status: 'open', userId: 7, queueId: 9 },
    ])
  })

  it('is taken back to where each was, as the answer left it', () => {
    const before = ticket(1, { queueId: null })
    const after = ticket(1, { position: '11', status: 'open', userId: 7, queueId: 9 })
    const [step] = stepsBack({ kind: 'accept', queueId: 9 }, [{ before, after }], agent)
    expect(step?.call).toEqual({
      ...{ kind: 'change', seen: '11' },
      body: { status: 'pending', userId: null, queueId: null },
    })
  })

  it('is not taken back from a colleague, who has it by now, but by admins', () => {
    const done = [
      {
        before: ticket(1, { status: 'open', userId: 7 }),
        after: ticket(1, { position: '11', status: 'open', userId: 8 }),
      },
      { before: ticket(2, { status: 'open', userId: 7 }), after: null },
    ]
    expect(stepsBack({ kind: 'assign', userId: 8 }, done, agent)).toEqual([])
    const back = stepsBack({ kind: 'assign', userId: 8 }, done, { ...agent, isAdmin: true })
    expect(back.map(({ ticket: { id } }) => id)).toEqual([1])
  })

  it('leaves the tags that were there before', () => {
    const before = ticket(1, { tags: [{ id: 3, name: 'VIP', color: '' }] })
    const after = ticket(1, { position: '11', tags: [{ id: 3 }, { id: 4 }] })
    expect(stepsBack({ kind: 'tag', ids: [4] }, [{ before, after }], agent)[0]?.call).toEqual({
      ...{ kind: 'tag', ids: [3], seen: '11' },
    })
    expect(stepsBack({ kind: 'snooze', until: '' }, [{ before, after }], agent)[0]?.call.kind).toBe('wake')
    expect(stepsBack({ kind: 'close' }, [{ before, after: null }], agent)[0]?.call.kind).toBe('undo-close')
  })
})
