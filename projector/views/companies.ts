import { DEFAULT_LANGUAGE, isLanguage } from '@guiche/contracts/languages.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { type EventOf, fold, projection } from '../engine/projection.js'

/** Stands for a company of which only settings are known yet; the platform (0) has nothing but settings. */
const blank = (companyId: number, time: string): CompanyDoc => ({
  id: String(companyId),
  companyId,
  name: '',
  email: '',
  phone: '',
  status: false,
  dueDate: null,
  timezone: 'America/Sao_Paulo',
  language: DEFAULT_LANGUAGE,
  limits: { users: null, connections: null, queues: null },
  settings: {},
  createdAt: time,
  updatedAt: time,
})

/** A company whose language was changed speaks that one, else the one that it was registered with. */
const spoken = (doc: CompanyDoc): CompanyDoc => {
  const { language } = doc.settings
  return isLanguage(language) ? { ...doc, language } : doc
}

const registered = (doc: CompanyDoc | null, event: EventOf<'company.registered.v1'>): CompanyDoc =>
  spoken({
    ...event.data,
    id: String(event.data.companyId),
    settings: doc?.settings ?? {},
    createdAt: event.time,
    updatedAt: event.time,
  })

/** Companies with those of their settings that differ from the defaults; `0` holds the platform's settings. */
export const companies = projection({
  name: 'companies',
  version: 3,
  collections: [{ name: 'companies', indexes: [['companyId']] }],
  visibility: { companies: () => ({}) },
  on: {
    'company.registered.v1': fold('companies', (event) => event.data.companyId, registered),
    'company.unblocked.v1': fold(
      'companies',
      (event) => event.data.companyId,
      (doc, { data: { dueDate, until }, actor, time }) =>
        doc && { ...doc, unblocked: { dueDate, until, userId: actor.id }, updatedAt: time },
    ),
    'setting.changed.v1': fold(
      'companies',
      (event) => event.companyId,
      (doc, event) => {
        const company = doc ?? blank(event.companyId, event.time)
        return spoken({
          ...company,
          settings: { ...company.settings, [event.data.key]: event.data.value },
          updatedAt: event.time,
        })
      },
    ),
  },
})
