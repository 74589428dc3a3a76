import { type Static, Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, Strict, Time } from '../envelope.js'

const Count = Type.Integer({ minimum: 0 })

/** Counts of a company's erased data, by place. */
export const ErasedPlaces = Strict({
  streams: Count,
  events: Count,
  /** documents of the views, and those of them that could be searched for */
  views: Count,
  search: Count,
  files: Count,
  /** bytes of the files */
  bytes: Count,
  vault: Count,
  /** events on topics; other systems forget the company by them */
  topics: Count,
  /**
   * time until which the bus log keeps older messages; null: the log keeps no events beside the event store
   */
  topicsUntil: Nullable(Time),
})
export type ErasedPlaces = Static<typeof ErasedPlaces>

/**
 * Stream `closures`: the erasures of companies, which stay with the platform. `closureId` is the id of the company,
 * which no other company ever gets.
 */
export const closureEvents = {
  'closure.begun.v1': Strict({
    closureId: Id,
    /** the super user who asked for the erasure */
    userId: Id,
    at: Time,
  }),
  /** All data found is erased. A last sweep for late arrivals follows. */
  'closure.swept.v1': Strict({ closureId: Id, removed: ErasedPlaces, at: Time }),
  /** `late`: counts of late arrivals, erased too */
  'closure.erased.v1': Strict({ closureId: Id, late: Count }),
  /**
   * Last event of a company, and the only one that an erasure keeps. Every view drops the company's
   * documents.
   */
  'company.erased.v1': Strict({ companyId: Id }),
} as const

export type ClosureEvent = EventsOf<typeof closureEvents>
