import { type Static, Type } from '@sinclair/typebox'
import { type Allowance, allowanceOf } from '../company/allowance.js'
import { DEFAULTS_OF_ADDED } from '../company/company.js'
import { RECURRENCES } from '../company/due-date.js'
import { FEATURES, type Feature, UNBUILT_FEATURES } from '../company/features.js'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { Billing, Limits } from '../events/company.js'
import { LANGUAGES } from '../languages.js'
import { weekOfText } from '../opening-hours/text.js'
import { DEFAULT_WEEK } from '../opening-hours/week.js'
import { entriesOf, type ScheduleEntry } from '../opening-hours/wire.js'
import { pick } from '../pick.js'
import type { Records } from '../records/index.js'
import { SHOWN_ENTRIES } from '../records/kinds/hours.js'
import { CENTS } from '../records/kinds/money.js'
import { wrapSchema } from '../records/schemas.js'
import type { RecordDoc } from '../records/shapes.js'
import type { CompanyDoc } from './directory.js'
import { presentSettings } from './present-settings.js'
import { SettingRecord } from './records.js'

export type PlanDoc = RecordDoc<Records['plan']>
/** A company with its plan; null for a company without plan. */
export interface WithPlan {
  readonly company: CompanyDoc
  readonly plan: PlanDoc | null
}

const Flags = Object.fromEntries(FEATURES.map((feature) => [feature, Type.Boolean()])) as {
  readonly [F in Feature]: ReturnType<typeof Type.Boolean>
}
/** A company's limits (null: unlimited) and features for its clients. `id` is null without a plan. */
export const AllowedPlan = Strict({
  id: Nullable(Id),
  name: Type.String(),
  value: Nullable(Type.Number()),
  ...Limits.properties,
  ...Flags,
  useInternal: Type.Boolean(),
})
export type AllowedPlan = Static<typeof AllowedPlan>

/** A company's present limits and features. */
export const allowanceOfDoc = ({ company, plan }: WithPlan): Allowance => allowanceOf(company, plan)

/** A plan as its company sees it: the company's own limits replace the plan's. */
export const presentPlan = (of: WithPlan): AllowedPlan => {
  const { plan } = of
  const { limits, without } = allowanceOfDoc(of)
  // a company without a plan lacks all features that are not built yet
  const lacks: readonly Feature[] = plan === null ? [...without, ...UNBUILT_FEATURES] : without
  const flags = Object.fromEntries(FEATURES.map((feature) => [feature, !lacks.includes(feature)]))
  return {
    ...limits,
    ...(flags as Readonly<Record<Feature, boolean>>),
    id: plan?.planId ?? null,
    name: plan?.name ?? '',
    value: plan === null ? null : (plan.value ?? 0) / CENTS,
    useInternal: plan?.useInternal === 1,
  }
}

const company = {
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  status: Type.Boolean(),
  dueDate: Nullable(Type.String()),
  createdAt: Type.String(),
  /** the company's opening hours, or the default hours */
  schedules: wrapSchema<Required<ScheduleEntry>[]>(SHOWN_ENTRIES),
}
/** A company with the limits and features of its plan. */
export const CompanyRecord = Strict({ ...company, plan: AllowedPlan })

/** The whole record of a company, for itself and for the super user. */
export const WholeCompany = Strict({
  ...company,
  updatedAt: Type.String(),
  timezone: Type.String(),
  language: OneOf(LANGUAGES),
  recurrence: OneOf(RECURRENCES),
  trialExpiration: Nullable(Time),
  planId: Nullable(Id),
  plan: Nullable(Strict({ id: Id, name: Type.String(), value: Type.Number() })),
  /** the company's own limits; null: the plan's limit */
  overrides: Limits,
  ...Billing.properties,
  settings: Type.Array(SettingRecord),
})
export type WholeCompany = Static<typeof WholeCompany>

const Used = Strict({
  used: Type.Integer({ minimum: 0 }),
  /** null: unlimited */
  limit: Nullable(Type.Integer({ minimum: 0 })),
})
/** A company's use of the things that its plan limits. */
export const CompanyUsage = Strict({
  users: Used,
  connections: Used,
  queues: Used,
  /** users who may only read, because the plan has no seat for them */
  readOnly: Type.Array(Strict({ id: Id, name: Type.String() })),
})
export type CompanyUsage = Static<typeof CompanyUsage>

/** A company in the super user's list. */
export const CompanyRow = Strict({
  ...WholeCompany.properties,
  usage: Strict({ users: Used, connections: Used, queues: Used }),
  /** tickets that are waiting or open, counted up to 10,000 */
  tickets: Type.Integer({ minimum: 0 }),
  /** last change of any ticket of the company; null without tickets */
  lastActivity: Nullable(Time),
})
export type CompanyRow = Static<typeof CompanyRow>

const sharedFields = (company: CompanyDoc) => ({
  ...pick(company, 'name', 'email', 'phone', 'status', 'dueDate', 'createdAt'),
  id: company.companyId,
  schedules: entriesOf(weekOfText(company.settings.schedules) ?? DEFAULT_WEEK),
})

/** A company as its users see it. */
export const presentCompany = (of: WithPlan): Static<typeof CompanyRecord> => ({
  ...sharedFields(of.company),
  plan: presentPlan(of),
})

export const presentWholeCompany = ({ company: doc, plan }: WithPlan): WholeCompany => {
  const company = { ...DEFAULTS_OF_ADDED, ...doc }
  return {
    ...sharedFields(company),
    ...pick(company, 'updatedAt', 'timezone', 'language', 'recurrence', 'trialExpiration', 'planId'),
    ...company.billing,
    overrides: company.overrides,
    plan: plan === null ? null : { id: plan.planId, name: plan.name, value: (plan.value ?? 0) / CENTS },
    settings: presentSettings(company),
  }
}
