import type { ImportEvent } from '@guiche/contracts/events/import.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../../testing/decide.js'
import { importDecider } from './decide.js'

const { given } = decisions(importDecider)
const requestedEvent = (importId: string): ImportEvent => ({
  type: 'import.requested.v1',
  data: { importId, source: 'file', rows: 2 },
})
const cancelledEvent = (importId: string): ImportEvent => ({
  type: 'import.cancelled.v1',
  data: { importId },
})
const failedEvent = (importId: string): ImportEvent => ({
  type: 'import.failed.v1',
  data: { importId, reason: 'TypeError' },
})
const requestCommand = (importId: string) =>
  ({ kind: 'request', data: { importId, source: 'file', rows: 2 } }) as const
const cancelCommand = (importId: string) => ({ kind: 'cancel', data: { importId } }) as const
const failCommand = (importId: string) => ({ kind: 'fail', data: { importId, reason: 'TypeError' } }) as const

describe('the imports of a company', () => {
  it('are one at a time', () => {
    given([requestedEvent('a')])
      .when(requestCommand('b'))
      .thenError('ERR_IMPORT_RUNNING')
    for (const over of [cancelledEvent('a'), failedEvent('a')])
      given([requestedEvent('a'), over])
        .when(requestCommand('b'))
        .then([requestedEvent('b')])
  })
  it('fail once, while they run', () => {
    given([requestedEvent('a')])
      .when(failCommand('a'))
      .then([failedEvent('a')])
    given([requestedEvent('a'), failedEvent('a')])
      .when(failCommand('a'))
      .thenNothingHappened()
    given([requestedEvent('a'), cancelledEvent('a')])
      .when(failCommand('a'))
      .thenNothingHappened()
    given([requestedEvent('a'), failedEvent('a'), requestedEvent('b')])
      .when(failCommand('a'))
      .thenNothingHappened()
  })
  it('that have failed cannot be cancelled', () =>
    given([requestedEvent('a'), failedEvent('a')])
      .when(cancelCommand('a'))
      .thenError('ERR_IMPORT_OVER'))
})
