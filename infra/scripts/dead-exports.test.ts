import { describe, expect, it } from '@jest/globals'

const { deadExports } = (await import('./dead-exports.mjs' as string)) as {
  deadExports: (texts: ReadonlyMap<string, string>) => string[]
}

describe('exports', () => {
  it('are dead where no other file names them', () => {
    const texts = new Map([
      ['a.ts', 'export const used = 1\nexport const dead = used\nexport type Dead = 1\nconst own = 2'],
      ['b.ts', "import { used } from './a.js'\nexport async function gone() {\n  return used\n}"],
    ])
    expect(deadExports(texts)).toEqual(['a.ts: dead', 'b.ts: gone'])
  })
})
