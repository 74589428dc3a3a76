import type { PlanUseEvent } from '@guiche/contracts/events/company.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { planUseDecider } from './plan-use.js'

const begun = (holder: number): PlanUseEvent => ({ type: 'plan-use.begun.v1', data: { holder } })
const ended = (holder: number): PlanUseEvent => ({ type: 'plan-use.ended.v1', data: { holder } })
const closed: PlanUseEvent = { type: 'plan-use.closed.v1', data: { planId: 3 } }
const begin = (holder: number) => ({ kind: 'begin', holder }) as const
const end = (holder: number) => ({ kind: 'end', holder }) as const
const close = { kind: 'close', planId: 3 } as const

describe('the use of a plan', () => {
  const { given } = decisions(planUseDecider)
  it('begins and ends once a company', () => {
    given()
      .when(begin(1))
      .then([begun(1)])
    given([begun(1)])
      .when(begin(1))
      .thenNothingHappened()
    given([begun(1)])
      .when(end(1))
      .then([ended(1)])
    given([begun(1), ended(1)])
      .when(end(1))
      .thenNothingHappened()
  })
  it('keeps the plan open', () =>
    given([begun(1), begun(2), ended(1)])
      .when(close)
      .thenError('ERR_PLAN_IN_USE', { count: 1 }))
  it('is closed once nobody has it, and for good', () => {
    given([begun(1), ended(1)])
      .when(close)
      .then([closed])
    given([closed]).when(close).thenNothingHappened()
    given([closed]).when(begin(1)).thenError('ERR_NO_PLAN_FOUND')
  })
})
