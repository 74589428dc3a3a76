import { describe, expect, it } from '@jest/globals'
import { fieldOf } from './field-of.js'

describe('the field of a failed call', () => {
  it('follows from the code, or is named by the server', () => {
    expect(fieldOf({ status: 409, code: 'ERR_EMAIL_ALREADY_EXISTS' })).toEqual(['email'])
    const details = { field: 'extraInfo.0.name' }
    expect(fieldOf({ status: 400, code: 'ERR_VALIDATION', details })).toEqual(['extraInfo', 0, 'name'])
  })

  it('is null if the failure is not about a field', () => {
    expect(fieldOf({ status: 503, code: 'ERR_UNAVAILABLE' })).toBeNull()
    expect(fieldOf({ status: 400, code: 'ERR_VALIDATION' })).toBeNull()
    expect(fieldOf({ status: 0, code: '' })).toBeNull()
  })
})
