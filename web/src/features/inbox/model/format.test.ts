import { describe, expect, it } from '@jest/globals'
import { fileTypeOf, formatBytes, formatDuration } from './format.js'

describe('what people read of numbers', () => {
  it.each([
    [0, 'pt', '0 B'],
    [1023, 'pt', '1023 B'],
    [1536, 'pt', '1,5 KB'],
    [1536, 'en', '1.5 KB'],
    [1536, 'es', '1,5 KB'],
    [150 * 1024, 'pt', '150 KB'],
    [16 * 1024 * 1024, 'pt', '16 MB'],
  ] as const)('%i bytes (%s)', (bytes, language, text) => {
    expect(formatBytes(bytes, language)).toBe(text)
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
