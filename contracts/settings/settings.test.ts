import { describe, expect, it } from '@jest/globals'
import { settingAllows } from './settings.js'

describe('the address of an embedded page', () => {
  it.each([
    '',
    'https://bio.example',
    'https://n8n.example:8443/workflows?x=1#a',
    'https://typebot.example/meu-bot',
  ])('may be %j', (address) => expect(settingAllows('embeddedBiolink', address)).toBe(true))

  it.each([
    'http://bio.example',
    'bio.example',
    'javascript:alert(1)',
    'https://',
    'https://bio.example:99999',
    'https://1.2.3.999',
    'https://a b.example',
    "https://bio.example/'; script-src *",
    'https://bio.example;x',
    'https://user:word@bio.example',
    'https://bio.example/\n',
    'https://*.example',
    `https://bio.example/${'a'.repeat(2000)}`,
  ])('is never %j', (address) => expect(settingAllows('embeddedBiolink', address)).toBe(false))
})

it.each([
  ['warmUpDays', '0', true],
  ['warmUpDays', '60', true],
  ['warmUpDays', '61', false],
  ['sendPerMinute', '0', false],
  ['sendPerMinute', '1.5', false],
  ['sendPerDay', '999999', true],
  ['sendPerDay', '1e3', false],
  ['trial', '8', false],
  ['reopenWindowMinutes', ' 5', false],
  ['reopenWindowMinutes', '', false],
  ['newChatsPerDay', '007', false],
  ['call', 'enabled', true],
  ['call', 'on', false],
  ['dueHour', '', true],
  ['dueHour', '23', true],
  ['dueHour', '24', false],
  ['dueHour', '08', false],
  ['dueGraceDays', '61', false],
  ['howToPay', 'Pix: 1\nBoleto: 2', true],
  ['howToPay', 'a\u0000b', false],
  ['howToPay', 'a'.repeat(1001), false],
  ['payContact', 'Ana\nBia', false],
  ['payContact', '🥖'.repeat(200), true],
  ['constructor', 'enabled', false],
])('the setting %s may be %j: %s', (key, value, expected) => {
  expect(settingAllows(key, value)).toBe(expected)
})
