import { companyAfter, DEFAULTS_OF_ADDED, NO_OVERRIDES } from '@guiche/contracts/company/company.js'
import { type StoredEvent, userOf } from '@guiche/contracts/envelope.js'
import type { CompanyEvent } from '@guiche/contracts/events/company.js'
import { DEFAULT_LANGUAGE, isLanguage } from '@guiche/contracts/languages.js'
import { pick } from '@guiche/contracts/pick.js'
import { sortedText } from '@guiche/contracts/records/order.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { declareView, foldRule, type Rule } from '../engine/projection.js'

/** Stands for a company of which only settings are known yet; the platform (0) has nothing but settings. */
const blankCompany = (companyId: number, time: string): CompanyDoc => ({
  ...DEFAULTS_OF_ADDED,
  id: String(companyId),
  companyId,
  name: '',
  sortName: '',
  email: '',
  phone: '',
  status: false,
  dueDate: null,
  timezone: 'America/Sao_Paulo',
  language: DEFAULT_LANGUAGE,
  limits: NO_OVERRIDES,
  settings: {},
  createdAt: time,
  updatedAt: time,
})

/** The language of a company: its setting, else the language of its registration. */
const withLanguage = (doc: CompanyDoc): CompanyDoc => {
  const { language } = doc.settings
  return isLanguage(language) ? { ...doc, language } : doc
}

const companyAfterEvent = (doc: CompanyDoc | null, event: StoredEvent<CompanyEvent>): CompanyDoc | null => {
  const isNew = event.type === 'company.registered.v1'
  const company = companyAfter(isNew ? null : doc, event as CompanyEvent)
  if (company === null) return doc
  return withLanguage({
    ...company,
    id: String(company.companyId),
    sortName: sortedText(company.name),
    settings: doc?.settings ?? {},
    createdAt: isNew ? event.time : (doc?.createdAt ?? event.time),
    updatedAt: event.time,
  })
}
/** The rule of any event of a company's stream. */
const companyRule = <T extends CompanyEvent['type']>(): Rule<T> =>
  foldRule(
    'companies',
    (event) => (event as StoredEvent<CompanyEvent>).data.companyId,
    (doc, event) => companyAfterEvent(doc, event as StoredEvent<CompanyEvent>),
  )

/** Companies with the settings that differ from the defaults; company `0` has the platform's settings. */
export const companies = declareView({
  name: 'companies',
  version: 4,
  collections: [
    {
      name: 'companies',
      indexes: [['companyId'], ['sortName', 'id'], ['planId', 'id']],
    },
  ],
  visibility: { companies: () => ({}) },
  on: {
    'company.registered.v1': companyRule(),
    'company.changed.v1': companyRule(),
    'company.erasing.v1': companyRule(),
    'company.status-set.v1': companyRule(),
    'company.plan-set.v1': companyRule(),
    'company.due-date-set.v1': companyRule(),
    'company.unblocked.v1': foldRule(
      'companies',
      (event) => event.data.companyId,
      (doc, event) => {
        const company = companyAfterEvent(doc, event)
        return company && { ...company, unblockedBy: userOf(event.actor) ?? event.actor.id }
      },
    ),
    'user.visited.v1': foldRule(
      'companies',
      (event) => event.companyId,
      (doc, { data, time }) =>
        doc && {
          ...doc,
          lastVisit: { ...pick(data, 'sessionId', 'visitorId', 'visitorCompanyId', 'why'), at: time },
        },
    ),
    'setting.changed.v1': foldRule(
      'companies',
      (event) => event.companyId,
      (doc, event) => {
        const company = doc ?? blankCompany(event.companyId, event.time)
        return withLanguage({
          ...company,
          settings: { ...company.settings, [event.data.key]: event.data.value },
          updatedAt: event.time,
        })
      },
    ),
  },
})
