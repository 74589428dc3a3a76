import { type Static, Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, Strict, Time } from '../envelope.js'

const Count = Type.Integer({ minimum: 0 })

/** Counts of a company's erased data, by place. */
export const ErasedPlaces = Strict({
  streams: Count,
  events: Count,
  /** documents of the views, and those with a search index */
  views: Count,
  search: Count,
  files: Count,
  /** bytes of the files */
  bytes: Count,
  vault: Count,
  /** events on topics; other systems erase the company's data by them */
  topics: Count,
  /**
   * time until which the bus log keeps older messages; null: the log keeps no events beside the event store
   */
  topicsUntil: Nullable(Time),
})
export type ErasedPlaces = Static<typeof ErasedPlaces>

/**
 * Stream `closures`: erasures of companies; belongs to the platform. `closureId` is the company's id, which
 * no other company ever gets.
 */
export const closureEvents = {
  'closure.begun.v1': Strict({
    closureId: Id,
    /** the super user who asked for the erasure */
    userId: Id,
    at: Time,
  }),
  /** All data found is erased. A last sweep follows for data that arrived late. */
  'closure.swept.v1': Strict({ closureId: Id, removed: ErasedPlaces, at: Time }),
  /** `late`: counts of data that arrived late, erased too */
  'closure.erased.v1': Strict({ closureId: Id, late: Count }),
  /**
   * Last event of a company, and the only one that an erasure keeps. Every view drops the company's
   * documents.
   */
  'company.erased.v1': Strict({ companyId: Id }),
} as const

export type ClosureEvent = EventsOf<typeof closureEvents>
