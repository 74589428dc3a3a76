import { type Static, Type } from '@sinclair/typebox'
import { RECURRENCES } from '../company/due-date.js'
import { FEATURES } from '../company/features.js'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { LANGUAGES } from '../languages.js'

/** A company's limits; null for unlimited. */
export const Limits = Strict({
  users: Nullable(Type.Integer({ minimum: 0 })),
  connections: Nullable(Type.Integer({ minimum: 0 })),
  queues: Nullable(Type.Integer({ minimum: 0 })),
})

/** Receiver of the company's invoices; empty if unset. */
export const Billing = Strict({
  billingName: Type.String({ maxLength: 100 }),
  addressZipCode: Type.String({ maxLength: 20 }),
  addressStreet: Type.String({ maxLength: 150 }),
  addressState: Type.String({ maxLength: 50 }),
  addressCity: Type.String({ maxLength: 100 }),
  addressDistrict: Type.String({ maxLength: 100 }),
})
export type Billing = Static<typeof Billing>
/** Stream `company-{id}`. */
export const companyEvents = {
  'company.registered.v1': Strict({
    companyId: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.String(),
    phone: Type.String(),
    /** false: no user of the company can sign in */
    status: Type.Boolean(),
    /** end of use; null = unlimited */
    dueDate: Nullable(Time),
    timezone: Type.String(),
    language: OneOf(LANGUAGES),
    /** limits of a company without a plan */
    limits: Limits,
    /** features that a company without a plan lacks; none if absent */
    without: Type.Optional(Type.Array(OneOf(FEATURES))),
    planId: Type.Optional(Nullable(Id)),
    recurrence: Type.Optional(OneOf(RECURRENCES)),
    /** end of the company's trial */
    trialExpiration: Type.Optional(Nullable(Time)),
    /** first data of the company: its first admin, and the setting `campaignsEnabled` */
    onboarding: Type.Optional(
      Strict({ userId: Id, passwordRef: Type.String(), campaignsEnabled: Type.Boolean() }),
    ),
  }),
  /** another company claimed the name, which this company no longer needed */
  'company.name-lost.v1': Strict({ companyId: Id }),
  /** name, contact data and invoice receiver changed */
  'company.changed.v1': Strict({
    companyId: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.String(),
    phone: Type.String(),
    billing: Billing,
  }),
  'company.status-set.v1': Strict({ companyId: Id, status: Type.Boolean() }),
  'company.plan-set.v1': Strict({
    companyId: Id,
    planId: Nullable(Id),
    /** the company's own limits; null: the plan's limit */
    overrides: Limits,
  }),
  'company.due-date-set.v1': Strict({
    companyId: Id,
    dueDate: Nullable(Time),
    /** day of the month of the due date, in months that have the day; null without a due date */
    dueDay: Nullable(Type.Integer({ minimum: 1, maximum: 31 })),
    recurrence: OneOf(RECURRENCES),
    trialExpiration: Nullable(Time),
  }),
  /** the company is closed for all its users, and its erasure begins */
  'company.erasing.v1': Strict({ companyId: Id }),
  /** an administrator unblocked the company for a while after its due date */
  'company.unblocked.v1': Strict({
    companyId: Id,
    /** the due date of the unblocking: each due date allows one */
    dueDate: Time,
    until: Time,
  }),
} as const

/** Stream `settings-{companyId}`; `settings-0` has those of the platform. */
export const settingEvents = {
  'setting.changed.v1': Strict({ key: Type.String(), value: Type.String() }),
} as const

/** Kinds of seats: users, up to the company's limit; admins, of whom one must remain. */
const Seat = OneOf(['user', 'admin'])

/** Stream `quota-{companyId}`: seats, by holder. */
export const quotaEvents = {
  'quota.seat-taken.v1': Strict({ kind: Seat, holder: Type.String() }),
  'quota.seat-released.v1': Strict({ kind: Seat, holder: Type.String() }),
} as const

/** Stream `claim-{kind}-{hmac}`: the holder of a unique value. Never relayed. */
export const claimEvents = {
  'claim.taken.v1': Strict({ holder: Type.String() }),
  'claim.released.v1': Strict({ holder: Type.String() }),
} as const

/**
 * Stream `command-{hmac}`: the ids that a create got, so that a repeated create gets the same ids. Never
 * relayed.
 */
export const commandEvents = {
  'command.ids-given.v1': Strict({
    ids: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()])),
  }),
} as const

/**
 * Stream `plan-use-{planId}`: companies that have the plan, or are moving to the plan. A closed plan takes no
 * more companies, and is then deleted. Never relayed.
 */
export const planUseEvents = {
  'plan-use.begun.v1': Strict({ holder: Id }),
  'plan-use.ended.v1': Strict({ holder: Id }),
  'plan-use.closed.v1': Strict({ planId: Id }),
} as const

/**
 * Stream `sequence-{name}`: blocks of numeric ids, `from` to `to` inclusive. At a clean stop a process returns unused
 * ids of its last block. Never relayed.
 */
export const sequenceEvents = {
  'sequence.block-taken.v1': Strict({ from: Id, to: Id }),
  'sequence.block-returned.v1': Strict({ from: Id, to: Id }),
} as const

export type CompanyEvent = EventsOf<typeof companyEvents>
export type SettingEvent = EventsOf<typeof settingEvents>
export type QuotaEvent = EventsOf<typeof quotaEvents>
export type ClaimEvent = EventsOf<typeof claimEvents>
export type PlanUseEvent = EventsOf<typeof planUseEvents>
export type CommandEvent = EventsOf<typeof commandEvents>
export type SequenceEvent = EventsOf<typeof sequenceEvents>
