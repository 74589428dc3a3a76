import { describe, expect, it } from '@jest/globals'
import { reasonAgainst, refusalsOf } from './refusal.js'

const MB = 1024 * 1024
const file = (name: string, type: string, size: number) => ({ name, type, size })

describe('of a file, before it is sent', () => {
  it.each([
    ['a photo of 16 MB is taken', file('a.jpg', 'image/jpeg', 16 * MB), null],
    ['a larger one is not', file('a.jpg', 'image/jpeg', 16 * MB + 1), 'image'],
    ['a video of 64 MB is taken', file('a.mp4', 'video/mp4', 64 * MB), null],
    ['a larger one is not', file('a.mp4', 'video/mp4', 64 * MB + 1), 'video'],
    ['nor is audio', file('a.mp3', 'audio/mpeg', 65 * MB), 'audio'],
    ['a picture that goes as a document has its limit', file('a.bmp', 'image/bmp', 17 * MB), null],
    [
      'a document of more than 100 MB is not taken',
      file('a.pdf', 'application/pdf', 101 * MB),
      'application',
    ],
    ['a program is not taken', file('Fatura.PDF.exe', '', 5), 'program'],
    ['nothing is not taken', file('a.pdf', 'application/pdf', 0), 'empty'],
  ])('%s', (_what, given, reason) => {
    expect(reasonAgainst(given)).toBe(reason)
  })

  it('those that are not taken are told together by their reason', () => {
    const given = [file('a.exe', '', 5), file('b.pdf', '', 5), file('c.bat', '', 5), file('d.pdf', '', 0)]
    expect(refusalsOf([file('e.pdf', '', 5)], given)).toEqual([
      { reason: 'unreadable', names: ['e.pdf'] },
      { reason: 'program', names: ['a.exe', 'c.bat'] },
      { reason: 'empty', names: ['d.pdf'] },
    ])
  })
})
