import type { SettingEvent } from '@guiche/contracts/events/company.js'
import { describe, expect, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { formerHeld, scopeOf, settingsDecider } from './decide.js'

const { given } = decisions(settingsDecider)
const changedEvent = (key: string, value: string): SettingEvent => ({
  type: 'setting.changed.v1',
  data: { key, value },
})
const companyCommand = (key: string, value: string) => ({ scope: 'company', key, value }) as const

describe('a setting', () => {
  it('changes', () =>
    given()
      .when(companyCommand('userRating', 'enabled'))
      .then([changedEvent('userRating', 'enabled')]))
  it('that has its default value needs no event', () =>
    given().when(companyCommand('userRating', 'disabled')).thenNothingHappened())
  it('returns to its default', () =>
    given([changedEvent('userRating', 'enabled')])
      .when(companyCommand('userRating', 'disabled'))
      .then([changedEvent('userRating', 'disabled')]))
  it('that has the value already stays', () =>
    given([changedEvent('scheduleType', 'queue')])
      .when(companyCommand('scheduleType', 'queue'))
      .thenNothingHappened())
  it('refuses other values', () =>
    given().when(companyCommand('userRating', 'maybe')).thenError('ERR_VALIDATION', { field: 'userRating' }))
  it('of numbers keeps to its pattern', () =>
    given().when(companyCommand('sendPerMinute', '0')).thenError('ERR_VALIDATION'))
  it('decides a change of the language, also to the language of the registration', () => {
    given()
      .when(companyCommand('language', 'pt'))
      .then([changedEvent('language', 'pt')])
    given([changedEvent('language', 'pt')])
      .when(companyCommand('language', 'es'))
      .then([changedEvent('language', 'es')])
    given([changedEvent('language', 'es')])
      .when(companyCommand('language', 'es'))
      .thenNothingHappened()
  })
  it.each(['', 'fr', 'PT', 'pt-BR', 'toString'])('of the language is never %j', (value) =>
    given().when(companyCommand('language', value)).thenError('ERR_VALIDATION', { field: 'language' }),
  )
  it('an unknown setting is not found', () =>
    given().when(companyCommand('x', 'y')).thenError('ERR_NO_SETTING_FOUND'))
  it('a setting of the platform is not found in a company', () =>
    given().when(companyCommand('allowregister', 'enabled')).thenError('ERR_NO_SETTING_FOUND'))
  it.each([
    ['ipixc', 'https://ixc.isp.test', true],
    ['ipixc', 'https://ixc.isp.test:8443/', true],
    ['ipixc', 'https://[fd00::7]', true],
    ['ipixc', 'http://ixc.isp.test', false],
    ['ipixc', 'https://user:word@ixc.isp.test', false],
    ['ipixc', 'https://ixc.isp.test/webservice', false],
    ['ipixc', 'https://ixc.isp.test:70000', false],
    ['tokenixc', 'a b', false],
    ['tokenixc', 'a\r\nX: 1', false],
    ['botPersonWords', 'atendente, falar com alguém', true],
    ['botPersonWords', 'atendente, 2', false],
    ['botPersonWords', '#', false],
    ['botPersonWords', 'x'.repeat(31), false],
    ['botPersonWords', Array(21).fill('a').join(), false],
  ])('%s may be %j: %s', (key, value, isFit) => {
    const asked = given().when(companyCommand(key, value))
    if (isFit) asked.then([changedEvent(key, value)])
    else asked.thenError('ERR_VALIDATION', { field: key })
  })
  it.each([
    ['10.0.0.0/8, 192.168.88.2', true],
    ['fd00::/8', false],
    ['fd00::/10', true],
    ['10.0.0.0/4', false],
    ['10.0.0', false],
    ['ixc.isp.test', false],
    ['::::', false],
  ])('private addresses may be %j: %s', (value, isFit) => {
    const key = 'privateAddresses'
    const asked = given().when({ scope: 'platform', key, value })
    if (isFit) asked.then([changedEvent(key, value)])
    else asked.thenError('ERR_VALIDATION', { field: key })
  })
  it('that is a secret remembers the names that it had, so that they go', () => {
    const state = ['record-secret/a', 'record-secret/b', '', 'record-secret/c'].reduce(
      (before, value) => settingsDecider.evolve(before, changedEvent('asaas', value)),
      settingsDecider.initial,
    )
    expect(formerHeld(state, 'asaas')).toEqual(['record-secret/a', 'record-secret/b'])
    const often = Array.from({ length: 500 }, (_, n) => `record-secret/${n}`).reduce(
      (before, value) => settingsDecider.evolve(before, changedEvent('asaas', value)),
      state,
    )
    // A change removes all former secrets again, so only the last few are kept.
    expect(formerHeld(often, 'asaas')).toEqual([
      'record-secret/496',
      'record-secret/497',
      'record-secret/498',
    ])
  })
  it('of the platform changes there', () =>
    given()
      .when({ scope: 'platform', key: 'trial', value: '7' })
      .then([changedEvent('trial', '7')]))
  it('rule 9: is never a name of the language', () => {
    for (const key of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(scopeOf(key)).toBeNull()
  })
})
