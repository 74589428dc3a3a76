import { describe, expect, it } from '@jest/globals'
import { fileTypeOf, formatBytes, formatDuration } from './format.js'

describe('what people read of numbers', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.5 KB'],
    [150 * 1024, '150 KB'],
    [16 * 1024 * 1024, '16 MB'],
  ])('%i bytes', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })

  it('counts a recording in minutes and seconds', () => {
    expect(formatDuration(65_400)).toBe('1:05')
  })

  it.each([
    ['conta.PDF', 'application/pdf', 'PDF'],
    ['notas', 'text/plain', 'PLAIN'],
    ['notas', 'application/octet-stream', ''],
  ])('a type for %s', (name, mimetype, type) => {
    expect(fileTypeOf(name, mimetype)).toBe(type)
  })
})
