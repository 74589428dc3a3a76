import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import type { AuditDoc, AuditValue } from './audit.js'

/** Records for admins: audit, figures, and parked items. See records.ts. */
const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })
const named = { id: Id, name: Text }

const Facts = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
)
const Value = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Array(Type.Integer()),
])
export const AuditChange = Strict({
  field: Text,
  /** absent, as `after`, for a text of a person: the audit keeps only that the field changed */
  before: Type.Optional(Type.Unsafe<AuditValue>(Value)),
  after: Type.Optional(Type.Unsafe<AuditValue>(Value)),
  /** present names of the ids; empty without a value, or for a deleted record */
  beforeName: Text,
  afterName: Text,
})
export type AuditChange = Static<typeof AuditChange>
export const AuditRecord = Strict({
  id: Text,
  type: Text,
  area: Text,
  time: Time,
  /** `for`: the visited user, if a super user of another company acted */
  actor: Strict({ kind: Text, id: Count, name: Text, for: Type.Optional(Strict(named)) }),
  ticketId: Nullable(Id),
  ticketUuid: Nullable(Text),
  contact: Nullable(Strict(named)),
  facts: Type.Unsafe<AuditDoc['facts']>(Facts),
  /** present names of facts that are ids */
  names: Type.Record(Type.String(), Type.String()),
  /** the changed fields */
  changes: Type.Array(AuditChange),
  correlationId: Text,
  position: Text,
})
export type AuditRecord = Static<typeof AuditRecord>

/** Minutes; null without values to average. */
const Minutes = Nullable(Type.Number())
export const DashboardRecord = Strict({
  counters: Strict({
    supportHappening: Count,
    supportPending: Count,
    supportFinished: Count,
    leads: Count,
    avgSupportTime: Minutes,
    avgWaitTime: Minutes,
    /** whole installation, for super users; null otherwise */
    totalCompanies: Nullable(Count),
    totalWhatsappSessions: Nullable(Count),
  }),
  attendants: Type.Array(
    Strict({
      ...named,
      avgSupportTime: Minutes,
      tickets: Count,
      rating: Nullable(Type.Number()),
      online: Type.Boolean(),
    }),
  ),
  /** one entry per day of the period, oldest first */
  days: Type.Array(Strict({ day: Text, opened: Count, finished: Count })),
})
export type DashboardRecord = Static<typeof DashboardRecord>

/** A parked item of the caller's company, without its content. */
export const ParkedRecord = Strict({
  id: Text,
  /** `report`: sent by a gateway; `event`: a consequence of an event */
  kind: OneOf(['report', 'event']),
  /** kind of the report, or type of the event */
  what: Text,
  /** name of the event's stream, or `connection-{id}` */
  about: Text,
  /** error code, or the name of an exception */
  reason: Text,
  /** time of the first failure, ISO-8601; empty if unknown */
  since: Text,
  attempts: Count,
})
export type ParkedRecord = Static<typeof ParkedRecord>
