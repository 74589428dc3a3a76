import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { en as words } from '@guiche/contracts/words/en.js'
import { describe, expect, it, jest } from '@jest/globals'
import i18next from 'i18next'
import { SOURCE_FOLDER } from '../i18n/testing/texts.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { errorText, reasonText, toApiError } = await import('./errors.js')
await i18next.init({
  lng: 'en',
  interpolation: { escapeValue: false },
  resources: {
    en: {
      common: JSON.parse(readFileSync(join(SOURCE_FOLDER, 'i18n/texts/en.json'), 'utf8')),
      inbox: words.inbox,
    },
  },
})

describe('a failed call', () => {
  it('has its code and details', () => {
    expect(toApiError(400, { error: 'ERR_VALIDATION', details: { field: 'name' } })).toEqual({
      status: 400,
      code: 'ERR_VALIDATION',
      details: { field: 'name' },
    })
    expect(toApiError(502, '<html>')).toEqual({ status: 502, code: '' })
    expect(toApiError(500, { error: '{ broken' })).toEqual({ status: 500, code: '{ broken' })
  })

  it('shows a general sentence for an unknown code, with the code at its end', () => {
    const unexpected = 'Something unexpected happened. What was saved stays saved. Try again.'
    expect(errorText(toApiError(500, { error: 'ERR_NOT_LISTED' }))).toBe(
      `${unexpected} (Code for support: ERR_NOT_LISTED)`,
    )
    expect(errorText(toApiError(502, '<html>'))).toBe(`${unexpected} (Code for support: HTTP 502)`)
    expect(reasonText('x'.repeat(900)).length).toBeLessThan(200)
    expect(errorText({ status: 0, code: '' })).toMatch(/^The server did not answer/)
    expect(errorText(toApiError(404, { error: 'ERR_NO_TICKET_FOUND' }))).not.toContain('ERR_')
  })

  it('names the colleague and the change in a ticket changed meanwhile', () => {
    const changed = (details: object) => errorText(toApiError(409, { error: 'ERR_TICKET_CHANGED', details }))
    expect(changed({ what: 'closed', userId: 3, name: 'Bia' })).toBe(
      'Bia closed this ticket meanwhile, so this was not done. Look at it as it is now.',
    )
    expect(changed({ what: 'moved', userId: null, name: '' })).toMatch(
      /^Guichê changed this ticket meanwhile/,
    )
  })

  it('hides the wire name of a field from users who have no such field', () => {
    for (const code of ['ERR_VALIDATION', 'ERR_FIELD_NOT_SUPPORTED'])
      expect(errorText(toApiError(400, { error: code, details: { field: 'whatsappId' } }))).toBe(
        `This value was not accepted. Check it and try again. (Code for support: ${code} whatsappId)`,
      )
  })

  it('names the ticket in the way by the code that has a sentence, never as JSON', () => {
    const details = { id: 7, uuid: 'u', userId: null, user: { name: '' }, queue: { name: 'Suporte' } }
    expect(toApiError(409, { error: JSON.stringify(details) })).toEqual({
      status: 409,
      code: 'ERR_OTHER_OPEN_TICKET',
      details,
    })
  })
})
