import { describe, expect, it, jest } from '@jest/globals'

// the texts are bundled by Vite, which is not here
jest.unstable_mockModule('../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { toApiError } = await import('./errors.js')

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

  it('names the ticket in the way by the code that has a sentence, never as JSON', () => {
    const details = { id: 7, uuid: 'u', userId: null, user: { name: '' }, queue: { name: 'Suporte' } }
    expect(toApiError(409, { error: JSON.stringify(details) })).toEqual({
      status: 409,
      code: 'ERR_OTHER_OPEN_TICKET',
      details,
    })
  })
})
