import { describe, expect, it } from '@jest/globals'
import { refusalsOf } from './refusal.js'

const file = (name: string, type: string, size: number) => ({ name, type, size })

describe('of a file, before it is sent', () => {
  it('those that are not taken are told together by their reason', () => {
    const given = [file('a.exe', '', 5), file('b.pdf', '', 5), file('c.bat', '', 5), file('d.pdf', '', 0)]
    expect(refusalsOf([file('e.pdf', '', 5)], given)).toEqual([
      { reason: 'unreadable', names: ['e.pdf'] },
      { reason: 'program', names: ['a.exe', 'c.bat'] },
      { reason: 'empty', names: ['d.pdf'] },
    ])
  })
})
