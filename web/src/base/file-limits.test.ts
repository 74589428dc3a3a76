import { describe, expect, it } from '@jest/globals'
import { fileTypeOf, formatBytes, limitOf, reasonAgainst } from './file-limits.js'

const MB = 1024 * 1024
const fileOf = (name: string, type: string, size: number) => ({ name, type, size })

describe('sizes and kinds of files as texts', () => {
  it.each([
    [0, 'pt', '0 B'],
    [1023, 'pt', '1023 B'],
    [1536, 'pt', '1,5 KB'],
    [1536, 'en', '1.5 KB'],
    [1536, 'es', '1,5 KB'],
    [150 * 1024, 'pt', '150 KB'],
    [16 * MB, 'pt', '16 MB'],
  ] as const)('%i bytes (%s)', (bytes, language, text) => {
    expect(formatBytes(bytes, language)).toBe(text)
  })

  it.each([
    ['conta.PDF', 'application/pdf', 'PDF'],
    ['notas', 'text/plain', 'PLAIN'],
    ['notas', 'application/octet-stream', ''],
  ])('a type for %s', (name, mimetype, type) => {
    expect(fileTypeOf(name, mimetype)).toBe(type)
  })

  it('the limit that a reason is about', () => {
    expect([limitOf('image', 'pt'), limitOf('empty', 'pt')]).toEqual(['16 MB', ''])
  })
})

describe('of a file, before it is sent', () => {
  it.each([
    ['a photo of 16 MB is taken', fileOf('a.jpg', 'image/jpeg', 16 * MB), null],
    ['a larger one is not', fileOf('a.jpg', 'image/jpeg', 16 * MB + 1), 'image'],
    ['a video of 64 MB is taken', fileOf('a.mp4', 'video/mp4', 64 * MB), null],
    ['a larger one is not', fileOf('a.mp4', 'video/mp4', 64 * MB + 1), 'video'],
    ['nor is audio', fileOf('a.mp3', 'audio/mpeg', 65 * MB), 'audio'],
    ['a picture that goes as a document has its limit', fileOf('a.bmp', 'image/bmp', 17 * MB), null],
    [
      'a document of more than 100 MB is not taken',
      fileOf('a.pdf', 'application/pdf', 101 * MB),
      'application',
    ],
    ['a program is not taken', fileOf('Fatura.PDF.exe', '', 5), 'program'],
    ['nothing is not taken', fileOf('a.pdf', 'application/pdf', 0), 'empty'],
  ])('%s', (_what, given, reason) => {
    expect(reasonAgainst(given)).toBe(reason)
  })
})
