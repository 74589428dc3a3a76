import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from './envelope.js'
import { ErasedPlaces } from './events/closure.js'

/** What is done for the erasure of a company, in this order. */
export const CLOSURE_STEPS = ['close', 'survey', 'files', 'vault', 'views', 'events', 'tell'] as const
export type ClosureStep = (typeof CLOSURE_STEPS)[number]

/** How the erasure of a company stands, and its report. It names the company by its id alone. */
export const ClosureRecord = Strict({
  companyId: Id,
  status: OneOf(['running', 'erased']),
  /** when it was asked for */
  startedAt: Time,
  endedAt: Nullable(Time),
  /** of one that is running: what is done now, and how much of that, in percent */
  step: Nullable(OneOf(CLOSURE_STEPS)),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** of one that is done: how much went, by place */
  removed: Nullable(ErasedPlaces),
})
export type ClosureRecord = Static<typeof ClosureRecord>
