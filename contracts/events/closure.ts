import { type Static, Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, Strict, Time } from '../envelope.js'

const Count = Type.Integer({ minimum: 0 })

/** What the erasure of a company has removed, by place: numbers only. */
export const ErasedPlaces = Strict({
  streams: Count,
  events: Count,
  /** documents of the views, and those of them that could be searched for */
  views: Count,
  search: Count,
  files: Count,
  /** of the files */
  bytes: Count,
  vault: Count,
  /** what other systems were told; they forget the company by it */
  topics: Count,
  /** until when the log of the bus still has older messages; null: it keeps none beside the event store */
  topicsUntil: Nullable(Time),
})
export type ErasedPlaces = Static<typeof ErasedPlaces>

/**
 * Stream `closures`: the erasures of companies, which stay with the platform. `closureId` is the id of the company, which no
 * other company ever gets.
 */
export const closureEvents = {
  'closure.begun.v1': Strict({
    closureId: Id,
    /** who asked for it */
    userId: Id,
    at: Time,
  }),
  /** Everything that there was is gone. It is looked once more for what came late. */
  'closure.swept.v1': Strict({ closureId: Id, removed: ErasedPlaces, at: Time }),
  /** `late`: what came after the sweep, and is gone, too */
  'closure.erased.v1': Strict({ closureId: Id, late: Count }),
  /** The one event of the company that stays: in the order of its events, every view drops all that it has of it. */
  'company.erased.v1': Strict({ companyId: Id }),
} as const

export type ClosureEvent = EventsOf<typeof closureEvents>
