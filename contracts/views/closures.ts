import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { ErasedPlaces } from '../events/closure.js'

/** Steps of a company's erasure, in order. */
export const CLOSURE_STEPS = ['close', 'survey', 'files', 'vault', 'views', 'events', 'tell'] as const
export type ClosureStep = (typeof CLOSURE_STEPS)[number]

/** State and report of a company's erasure. Contains only the company's id, no name. */
export const ClosureRecord = Strict({
  companyId: Id,
  status: OneOf(['running', 'erased']),
  /** time of the request */
  startedAt: Time,
  endedAt: Nullable(Time),
  /** for a running erasure: its step, and the step's progress in percent */
  step: Nullable(OneOf(CLOSURE_STEPS)),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** for a finished erasure: counts of the erased data, by place */
  removed: Nullable(ErasedPlaces),
})
export type ClosureRecord = Static<typeof ClosureRecord>
