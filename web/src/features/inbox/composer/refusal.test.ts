import { describe, expect, it } from '@jest/globals'
import { refusalsOf } from './refusal.js'

const fileOf = (name: string, type: string, size: number) => ({ name, type, size })

describe('of a file, before it is sent', () => {
  it('refused files are listed together by reason', () => {
    const given = [
      fileOf('a.exe', '', 5),
      fileOf('b.pdf', '', 5),
      fileOf('c.bat', '', 5),
      fileOf('d.pdf', '', 0),
    ]
    expect(refusalsOf([fileOf('e.pdf', '', 5)], given)).toEqual([
      { reason: 'unreadable', names: ['e.pdf'] },
      { reason: 'program', names: ['a.exe', 'c.bat'] },
      { reason: 'empty', names: ['d.pdf'] },
    ])
  })
})
