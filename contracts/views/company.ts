import { type Static, type TBoolean, Type } from '@sinclair/typebox'
import { Id, Nullable, Strict } from '../envelope.js'
import { Limits } from '../events/company.js'
import { FEATURES, type Feature } from '../features.js'
import { weekOfText } from '../opening-hours/text.js'
import { DEFAULT_WEEK } from '../opening-hours/week.js'
import { entriesOf, type ScheduleEntry } from '../opening-hours/wire.js'
import { pick } from '../pick.js'
import { SHOWN_ENTRIES } from '../records/kinds/hours.js'
import { wrapped } from '../records/schemas.js'
import type { CompanyDoc } from './directory.js'

/** Further features that existing clients look for in a plan. Of these only the API for programs exists yet. */
const OTHERS = {
  useExternalApi: true,
  useCampaigns: false,
  useInternalChat: false,
  useOpenAi: false,
  useIntegrations: false,
  useInternal: false,
} as const
const others = Object.fromEntries(Object.keys(OTHERS).map((name) => [name, Type.Boolean()])) as {
  readonly [N in keyof typeof OTHERS]: TBoolean
}

const ofFeatures = <T>(value: (feature: Feature) => T) =>
  Object.fromEntries(FEATURES.map((feature) => [feature, value(feature)])) as { readonly [F in Feature]: T }

/** A company with what its plan allows: how many of each (null: any number), and whether it has a feature. */
export const CompanyRecord = Strict({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  status: Type.Boolean(),
  dueDate: Nullable(Type.String()),
  createdAt: Type.String(),
  /** the opening hours of the company, the default ones where nobody has set others */
  schedules: wrapped<Required<ScheduleEntry>[]>(SHOWN_ENTRIES),
  plan: Strict({ ...Limits.properties, ...others, ...ofFeatures<TBoolean>(() => Type.Boolean()) }),
})

/** The record of a company's document. */
export const presentCompany = (company: CompanyDoc): Static<typeof CompanyRecord> => ({
  ...pick(company, 'name', 'email', 'phone', 'status', 'dueDate', 'createdAt'),
  id: company.companyId,
  schedules: entriesOf(weekOfText(company.settings.schedules) ?? DEFAULT_WEEK),
  plan: {
    ...company.limits,
    ...OTHERS,
    ...ofFeatures((feature) => company.without?.includes(feature) !== true),
  },
})
