import type { ImportEvent } from '@guiche/contracts/events/import.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../../testing/decide.js'
import { importDecider } from './decide.js'

const { given } = decisions(importDecider)
const requested = (importId: string): ImportEvent => ({
  type: 'import.requested.v1',
  data: { importId, source: 'file', rows: 2 },
})
const cancelled = (importId: string): ImportEvent => ({ type: 'import.cancelled.v1', data: { importId } })
const failed = (importId: string): ImportEvent => ({
  type: 'import.failed.v1',
  data: { importId, reason: 'TypeError' },
})
const request = (importId: string) =>
  ({ kind: 'request', data: { importId, source: 'file', rows: 2 } }) as const
const cancel = (importId: string) => ({ kind: 'cancel', data: { importId } }) as const
const fail = (importId: string) => ({ kind: 'fail', data: { importId, reason: 'TypeError' } }) as const

describe('the imports of a company', () => {
  it('are one at a time', () => {
    given([requested('a')])
      .when(request('b'))
      .thenError('ERR_IMPORT_RUNNING')
    for (const over of [cancelled('a'), failed('a')])
      given([requested('a'), over])
        .when(request('b'))
        .then([requested('b')])
  })
  it('fail once, while they run', () => {
    given([requested('a')])
      .when(fail('a'))
      .then([failed('a')])
    given([requested('a'), failed('a')])
      .when(fail('a'))
      .thenNothingHappened()
    given([requested('a'), cancelled('a')])
      .when(fail('a'))
      .thenNothingHappened()
    given([requested('a'), failed('a'), requested('b')])
      .when(fail('a'))
      .thenNothingHappened()
  })
  it('that have failed cannot be cancelled', () =>
    given([requested('a'), failed('a')])
      .when(cancel('a'))
      .thenError('ERR_IMPORT_OVER'))
})
