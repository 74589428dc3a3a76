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

const optionOf = (id: number, at: number, parentId: number | null, queueId = 1): Option => ({
  ...{ queueOptionId: id, title: `Opção ${id}`, message: '', option: at, queueId, parentId },
  ...{ media: null, fileListId: null },
})
const createdEvent = (...of: Parameters<typeof optionOf>): RecordEvent => ({
  type: 'queueOption.created.v1',
  data: { ...optionOf(...of) },
})
const changedEvent = (...of: Parameters<typeof optionOf>): RecordEvent => ({
  type: 'queueOption.changed.v1',
  data: { ...optionOf(...of) },
})
const deletedEvent = (queueOptionId: number): RecordEvent => ({
  type: 'queueOption.deleted.v1',
  data: { queueOptionId, queueId: 1 },
})
const createCommand = (id: number, values: Values = {}) =>
  ({
    kind: 'create',
    ...{ id, caller: ADMIN, limit: null },
    values: { title: `Opção ${id}`, queueId: 1, ...values },
  }) as const
const changeCommand = (id: number, values: Values) => ({ kind: 'change', id, caller: ADMIN, values }) as const
const deleteCommand = (id: number) => ({ kind: 'delete', id, caller: ADMIN }) as const

// a tree of the options: 1 has 11 and 12, 12 has 121; 2 has none; option 9 is in another queue
const TREE = [
  createdEvent(1, 1, null),
  createdEvent(2, 2, null),
  createdEvent(11, 1, 1),
  createdEvent(12, 2, 1),
  createdEvent(121, 1, 12),
  createdEvent(9, 1, null, 2),
]

describe('options of a queue', () => {
  it('have the next number among their siblings', () => {
    given(TREE)
      .when(createCommand(3))
      .then([createdEvent(3, 3, null)])
    given(TREE)
      .when(createCommand(13, { parentId: 1 }))
      .then([createdEvent(13, 3, 1)])
    given(TREE)
      .when(createCommand(3, { parentId: -1, option: '99' }))
      .then([createdEvent(3, 3, null)])
  })

  it('move their siblings if they name a number, as a text or not', () => {
    given(TREE)
      .when(createCommand(3, { option: '1' }))
      .then([createdEvent(3, 1, null), changedEvent(1, 2, null), changedEvent(2, 3, null)])
    given(TREE)
      .when(changeCommand(2, { option: 1 }))
      .then([changedEvent(2, 1, null), changedEvent(1, 2, null)])
    given(TREE)
      .when(changeCommand(2, { option: '2' }))
      .thenNothingHappened()
  })

  it('move below another option with all their children, and leave no gap', () => {
    given(TREE)
      .when(changeCommand(11, { parentId: 2 }))
      .then([changedEvent(12, 1, 1), changedEvent(11, 1, 2)])
    given(TREE)
      .when(changeCommand(12, { parentId: null }))
      .then([changedEvent(12, 3, null)])
  })

  it('are deleted with their children, and the others are renumbered', () => {
    given(TREE)
      .when(deleteCommand(1))
      .then([...[1, 11, 12, 121].map(deletedEvent), changedEvent(2, 1, null)])
    given(TREE)
      .when(deleteCommand(11))
      .then([deletedEvent(11), changedEvent(12, 1, 1)])
  })

  it.each([
    ['below themselves', changeCommand(1, { parentId: 1 })],
    ['in a cycle', changeCommand(1, { parentId: 121 })],
    ['below an option that is gone', createCommand(3, { parentId: 77 })],
    ['below an option of another queue', createCommand(3, { parentId: 9 })],
  ])('do not stand %s', (_, command) => {
    given(TREE).when(command).thenError('ERR_QUEUE_OPTION_PARENT')
  })

  it('have a queue, which they keep', () => {
    given(TREE)
      .when(createCommand(3, { queueId: null }))
      .thenError('ERR_QUEUE_OPTION_QUEUE')
    given(TREE)
      .when(changeCommand(2, { queueId: 2 }))
      .thenNothingHappened()
  })

  it('are 500 at most', () => {
    const full = Array.from({ length: MOST_OPTIONS }, (_, index) => createdEvent(index + 1, index + 1, null))
    given(full).when(createCommand(1000)).thenError('ERR_QUEUE_OPTION_LIMIT', { limit: MOST_OPTIONS })
    given(full)
      .when(createCommand(1000, { queueId: 2 }))
      .then([createdEvent(1000, 1, null, 2)])
  })

  it('name the files of all that go', () => {
    const media = { blobId: 'b', fileName: 'a.pdf', mimetype: 'application/pdf', size: 1 }
    const withFile = { type: 'queueOption.changed.v1', data: { ...optionOf(121, 1, 12), media } }
    const before = [...TREE, withFile].reduce(decider.evolve, decider.initial)
    const decided = decider.decide(before, deleteCommand(1), '')
    if (!decided.ok) throw new Error(decided.error.code)
    expect(decided.value.reduce(decider.evolve, before).formerFiles.get(121)).toEqual(['b'])
    expect(decider.files(before)).toEqual(['b'])
  })
})
