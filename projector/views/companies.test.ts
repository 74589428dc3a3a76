import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { companies } from './companies.js'

const company = {
  companyId: 1,
  name: 'Example',
  email: 'office@example.com',
  phone: '55',
  status: true,
  dueDate: null,
  timezone: 'America/Sao_Paulo',
  language: 'pt' as const,
  limits: { users: 3, connections: null, queues: null },
}

describe('companies', () => {
  it('have their settings, set before or after the registration', () => {
    const log = createLog()
    log.add('setting.changed.v1', { key: 'call', value: 'enabled' })
    log.add('company.registered.v1', company)
    log.add('setting.changed.v1', { key: 'userRating', value: 'enabled' })
    log.add('setting.changed.v1', { key: 'call', value: 'disabled' })
    expect(
      given(...log.events)
        .into(companies)
        .doc('companies', 1),
    ).toMatchObject({
      ...company,
      id: '1',
      settings: { call: 'disabled', userRating: 'enabled' },
    })
  })

  it('have the language that was set last, else that of their registration', () => {
    const languageOf = (...events: readonly (readonly [string, string] | null)[]) => {
      const log = createLog()
      for (const event of events) {
        if (event === null) log.add('company.registered.v1', { ...company, language: 'en' })
        else log.add('setting.changed.v1', { key: event[0], value: event[1] })
      }
      return given(...log.events)
        .into(companies)
        .doc('companies', 1)?.language
    }
    expect(languageOf(null, ['call', 'enabled'])).toBe('en')
    expect(languageOf(null, ['language', 'es'])).toBe('es')
    expect(languageOf(['language', 'es'], null)).toBe('es')
    expect(languageOf(null, ['language', 'es'], ['language', 'pt'])).toBe('pt')
    // No command writes such a language, but a fold must accept whatever is in the log.
    expect(languageOf(null, ['language', 'toString'])).toBe('en')
  })

  it('have the settings of the platform under id 0', () => {
    const log = createLog(0)
    log.add('setting.changed.v1', { key: 'trial', value: '5' })
    expect(
      given(...log.events)
        .into(companies)
        .doc('companies', 0),
    ).toMatchObject({
      companyId: 0,
      settings: { trial: '5' },
    })
  })
})
