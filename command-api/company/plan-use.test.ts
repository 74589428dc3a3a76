import type { PlanUseEvent } from '@guiche/contracts/events/company.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { planUseDecider } from './plan-use.js'

const begunEvent = (holder: number): PlanUseEvent => ({ type: 'plan-use.begun.v1', data: { holder } })
const endedEvent = (holder: number): PlanUseEvent => ({ type: 'plan-use.ended.v1', data: { holder } })
const closed: PlanUseEvent = { type: 'plan-use.closed.v1', data: { planId: 3 } }
const beginCommand = (holder: number) => ({ kind: 'begin', holder }) as const
const endCommand = (holder: number) => ({ kind: 'end', holder }) as const
const close = { kind: 'close', planId: 3 } as const

describe('the use of a plan', () => {
  const { given } = decisions(planUseDecider)
  it('begins and ends once a company', () => {
    given()
      .when(beginCommand(1))
      .then([begunEvent(1)])
    given([begunEvent(1)])
      .when(beginCommand(1))
      .thenNothingHappened()
    given([begunEvent(1)])
      .when(endCommand(1))
      .then([endedEvent(1)])
    given([begunEvent(1), endedEvent(1)])
      .when(endCommand(1))
      .thenNothingHappened()
  })
  it('keeps the plan open', () =>
    given([begunEvent(1), begunEvent(2), endedEvent(1)])
      .when(close)
      .thenError('ERR_PLAN_IN_USE', { count: 1 }))
  it('is closed for good once no company has the plan', () => {
    given([begunEvent(1), endedEvent(1)])
      .when(close)
      .then([closed])
    given([closed]).when(close).thenNothingHappened()
    given([closed]).when(beginCommand(1)).thenError('ERR_NO_PLAN_FOUND')
  })
})
