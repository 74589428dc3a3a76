import type { Records } from '@guiche/contracts/records/index.js'
import { MOST_OPTIONS } from '@guiche/contracts/records/queue-option.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import { describe, expect, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { ADMIN } from '../testing/world.js'
import { deciderOf } from './deciders.js'
import type { RecordEvent, Values } from './state.js'

type Option = StoredRecord<Records['queueOption']>
const decider = deciderOf('queueOption')
const { given } = decisions(decider)

const option = (id: number, at: number, parentId: number | null, queueId = 1): Option => ({
  ...{ queueOptionId: id, title: `Opção ${id}`, message: '', option: at, queueId, parentId },
  ...{ media: null, fileListId: null },
})
const created = (...of: Parameters<typeof option>): RecordEvent => ({
  type: 'queueOption.created.v1',
  data: { ...option(...of) },
})
const changed = (...of: Parameters<typeof option>): RecordEvent => ({
  type: 'queueOption.changed.v1',
  data: { ...option(...of) },
})
const deleted = (queueOptionId: number): RecordEvent => ({
  type: 'queueOption.deleted.v1',
  data: { queueOptionId, queueId: 1 },
})
const create = (id: number, values: Values = {}) =>
  ({
    kind: 'create',
    ...{ id, caller: ADMIN, limit: null },
    values: { title: `Opção ${id}`, queueId: 1, ...values },
  }) as const
const change = (id: number, values: Values) => ({ kind: 'change', id, caller: ADMIN, values }) as const
const remove = (id: number) => ({ kind: 'delete', id, caller: ADMIN }) as const

// a tree of the options: 1 has 11 and 12, 12 has 121; 2 has none; option 9 is in another queue
const TREE = [
  created(1, 1, null),
  created(2, 2, null),
  created(11, 1, 1),
  created(12, 2, 1),
  created(121, 1, 12),
  created(9, 1, null, 2),
]

describe('options of a queue', () => {
  it('have the next number among their siblings', () => {
    given(TREE)
      .when(create(3))
      .then([created(3, 3, null)])
    given(TREE)
      .when(create(13, { parentId: 1 }))
      .then([created(13, 3, 1)])
    given(TREE)
      .when(create(3, { parentId: -1, option: '99' }))
      .then([created(3, 3, null)])
  })

  it('move the others where they say a number, as a text or not', () => {
    given(TREE)
      .when(create(3, { option: '1' }))
      .then([created(3, 1, null), changed(1, 2, null), changed(2, 3, null)])
    given(TREE)
      .when(change(2, { option: 1 }))
      .then([changed(2, 1, null), changed(1, 2, null)])
    given(TREE)
      .when(change(2, { option: '2' }))
      .thenNothingHappened()
  })

  it('go below another one with all that is below them, and leave no gap', () => {
    given(TREE)
      .when(change(11, { parentId: 2 }))
      .then([changed(12, 1, 1), changed(11, 1, 2)])
    given(TREE)
      .when(change(12, { parentId: null }))
      .then([changed(12, 3, null)])
  })

  it('go with what is below them, and the others are numbered anew', () => {
    given(TREE)
      .when(remove(1))
      .then([...[1, 11, 12, 121].map(deleted), changed(2, 1, null)])
    given(TREE)
      .when(remove(11))
      .then([deleted(11), changed(12, 1, 1)])
  })

  it.each([
    ['below themselves', change(1, { parentId: 1 })],
    ['in a cycle', change(1, { parentId: 121 })],
    ['below an option that is gone', create(3, { parentId: 77 })],
    ['below an option of another queue', create(3, { parentId: 9 })],
  ])('do not stand %s', (_, command) => {
    given(TREE).when(command).thenError('ERR_QUEUE_OPTION_PARENT')
  })

  it('have a queue, which they keep', () => {
    given(TREE)
      .when(create(3, { queueId: null }))
      .thenError('ERR_QUEUE_OPTION_QUEUE')
    given(TREE)
      .when(change(2, { queueId: 2 }))
      .thenNothingHappened()
  })

  it('are 500 at most', () => {
    const full = Array.from({ length: MOST_OPTIONS }, (_, index) => created(index + 1, index + 1, null))
    given(full).when(create(1000)).thenError('ERR_QUEUE_OPTION_LIMIT', { limit: MOST_OPTIONS })
    given(full)
      .when(create(1000, { queueId: 2 }))
      .then([created(1000, 1, null, 2)])
  })

  it('name the files of all that go', () => {
    const media = { blobId: 'b', fileName: 'a.pdf', mimetype: 'application/pdf', size: 1 }
    const withFile = { type: 'queueOption.changed.v1', data: { ...option(121, 1, 12), media } }
    const before = [...TREE, withFile].reduce(decider.evolve, decider.initial)
    const decided = decider.decide(before, remove(1), '')
    if (!decided.ok) throw new Error(decided.error.code)
    expect(decided.value.reduce(decider.evolve, before).formerFiles.get(121)).toEqual(['b'])
    expect(decider.files(before)).toEqual(['b'])
  })
})
