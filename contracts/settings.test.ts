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
