import type { QueueEvent } from '@guiche/contracts/events/queues.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { queuesDecider } from './decide.js'

const { given } = decisions(queuesDecider)
const data = (queueId: number, name: string, color: string, more: object = {}) => ({
  ...{ queueId, name, color, greetingMessage: '', outOfHoursMessage: '', orderQueue: null },
  ...more,
})
const created = (queueId: number, name: string, color: string, more: object = {}): QueueEvent => ({
  type: 'queue.created.v1',
  data: data(queueId, name, color, more),
})
const create = (queueId: number, name: string, color: string, limit: number | null = null) =>
  ({ kind: 'create', queueId, fields: { name, color }, limit }) as const
const change = (queueId: number, fields: { name: string; color: string; [more: string]: unknown }) =>
  ({ kind: 'change', queueId, fields }) as const

const sales = created(1, 'Sales', '#ff0000', { greetingMessage: 'Hi', orderQueue: 3 })
const support = created(2, 'Support', '#00ff00')

describe('a queue', () => {
  it('is created, trimmed, with what was not said empty', () =>
    given()
      .when(create(1, ' Sales ', '#ff0000'))
      .then([created(1, 'Sales', '#ff0000')]))
  it('is created once under an id', () =>
    given([sales])
      .when(create(1, 'Sales', '#ff0000'))
      .thenNothingHappened())
  it('has a name of its own, whatever its case', () =>
    given([sales])
      .when(create(2, 'SALES', '#123456'))
      .thenError('ERR_QUEUE_NAME_ALREADY_EXISTS'))
  it('has a colour of its own, whatever its case', () =>
    given([sales])
      .when(create(2, 'Support', '#FF0000'))
      .thenError('ERR_QUEUE_COLOR_ALREADY_EXISTS'))
  it('has 2 to 50 characters', () => {
    given()
      .when(create(1, ' a ', '#ff0000'))
      .thenError('ERR_QUEUE_INVALID_NAME')
    given()
      .when(create(1, 'a'.repeat(51), '#ff0000'))
      .thenError('ERR_QUEUE_INVALID_NAME')
    given()
      .when(create(1, 'ab', '#ff0000'))
      .then([created(1, 'ab', '#ff0000')])
    given()
      .when(create(1, 'a'.repeat(50), '#ff0000'))
      .then([created(1, 'a'.repeat(50), '#ff0000')])
  })
  it('has a colour that is one', () => {
    for (const color of ['red', '#f', '#ff00ff00f', '#gg0000'])
      given()
        .when(create(1, 'Sales', color))
        .thenError('ERR_QUEUE_INVALID_COLOR')
  })
  it('counts against the limit', () => {
    given([sales])
      .when(create(2, 'Support', '#00ff00', 1))
      .thenError('ERR_QUEUE_LIMIT', { limit: 1 })
    given([sales])
      .when(create(2, 'Support', '#00ff00', 2))
      .then([support])
    given([sales, { type: 'queue.deleted.v1', data: { queueId: 1 } }])
      .when(create(2, 'Support', '#00ff00', 1))
      .then([support])
  })
  it('changes, and keeps what is not mentioned', () =>
    given([sales])
      .when(change(1, { name: 'Shop', color: '#ff0000' }))
      .then([
        {
          type: 'queue.changed.v1',
          data: data(1, 'Shop', '#ff0000', { greetingMessage: 'Hi', orderQueue: 3 }),
        },
      ]))
  it('can lose its greeting and its place', () =>
    given([sales])
      .when(change(1, { name: 'Sales', color: '#ff0000', greetingMessage: '', orderQueue: null }))
      .then([{ type: 'queue.changed.v1', data: data(1, 'Sales', '#ff0000') }]))
  it('that stays as it is needs no event', () =>
    given([sales])
      .when(change(1, { name: 'Sales', color: '#ff0000' }))
      .thenNothingHappened())
  it('may keep its own name and not take another’s', () => {
    given([sales, support])
      .when(change(2, { name: 'sales', color: '#00ff00' }))
      .thenError('ERR_QUEUE_NAME_ALREADY_EXISTS')
    given([sales, support])
      .when(change(2, { name: 'support', color: '#00ff00' }))
      .then([{ type: 'queue.changed.v1', data: data(2, 'support', '#00ff00') }])
  })
  it('that is not there is neither changed nor deleted', () => {
    given([sales])
      .when(change(9, { name: 'Nine', color: '#999999' }))
      .thenError('ERR_QUEUE_NOT_FOUND')
    given([sales]).when({ kind: 'delete', queueId: 9 }).thenError('ERR_QUEUE_NOT_FOUND')
  })
  it('is deleted, and its name is free', () => {
    const deleted = { type: 'queue.deleted.v1', data: { queueId: 1 } } as const
    given([sales]).when({ kind: 'delete', queueId: 1 }).then([deleted])
    given([sales, deleted])
      .when(create(3, 'Sales', '#ff0000'))
      .then([created(3, 'Sales', '#ff0000')])
  })
})
