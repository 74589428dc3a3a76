import { choice, color, hours, integer, text } from '@guiche/contracts/records/fields.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { describe, expect, it } from '@jest/globals'
import type { TFunction } from 'i18next'
import { announcedFiles, colorOf, nameField, requiredInBody, rulesOf } from './fields.js'

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction
const rulesFor = (field: Parameters<typeof rulesOf>[1]) => rulesOf(t, field)

describe('the fields of a record', () => {
  it('are checked by their declaration', () => {
    expect(rulesFor(text({ min: 3, max: 50 }))).toEqual([
      { required: true, whitespace: true, message: 'common:valid.required {}' },
      { min: 3, transform: expect.any(Function), message: 'common:valid.short {"min":3}' },
      { max: 50, message: 'common:valid.long {"max":50}' },
    ])
    expect(rulesFor(text({ min: 0, max: 9, default: '' }))).toEqual([
      { required: false, whitespace: false, message: 'common:valid.required {}' },
      { max: 9, message: 'common:valid.long {"max":9}' },
    ])
    expect(rulesFor(color()).map((rule) => Object.keys(rule))).toContainEqual(['pattern', 'message'])
    // The number field accepts no other input.
    expect(rulesFor(integer({ min: 0, max: 9 }))).toEqual([])
  })

  it('of kinds that say several things are checked as the server does', async () => {
    const none = ['', '', ''] as const
    expect(rulesFor(choice({ of: { a: none } }))).toEqual([
      { required: true, message: 'common:valid.required {}' },
    ])
    const [rule] = rulesFor(hours({ most: 2 }))
    const check = (...of: readonly (readonly [from: string, until: string])[]) =>
      (rule as { validator: (rule: unknown, said: object) => Promise<void> }).validator(
        null,
        of.map(([from, until]) => ({ day: 'monday', from, until })),
      )
    await expect(check(['08:00', '12:00'], ['13:00', '18:00'])).resolves.toBeUndefined()
    await expect(check(['08:00', '12:00'], ['11:00', '18:00'])).rejects.toThrow('common:valid.hours')
  })

  it('are asked for in every body where they have no default', () => {
    expect(requiredInBody(RECORDS.queue)).toEqual(['name', 'color'])
    expect(requiredInBody(RECORDS.schedule)).toEqual(['body', 'sendAt'])
  })

  it('announce the files that follow where that is declared', () => {
    expect(announcedFiles(RECORDS.schedule, ['media'])).toEqual({ mediaFollows: true })
    expect(announcedFiles(RECORDS.schedule, [])).toEqual({})
    expect(announcedFiles(RECORDS.quickmessage, ['media'])).toEqual({})
  })

  it('name and mark the record', () => {
    const record = { id: 1, updatedAt: '', name: 'Suporte', color: '#123456' }
    expect(nameField(RECORDS.queue)).toBe('name')
    expect(colorOf(RECORDS.queue, record)).toBe('#123456')
  })
})
