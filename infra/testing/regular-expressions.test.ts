import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { type Expression, expressionsIn, MAX_TEXT_LENGTH, slownessOf } from './regular-expressions.js'

const { sourcesOf } = (await import('../scripts/dead-exports.mjs' as string)) as {
  sourcesOf: (root: string) => Map<string, string>
}

/** Files that never read a user's text. */
const NOT_RUN =
  /\.test\.tsx?$|\.suite\.ts$|\.d\.(ts|mts)$|\/testing\/|\/e2e\/|\/simulator\/|^infra\/scripts\/|^bench\/|^web\/[^/]+$/

const LIMIT_MS = 50

const sources = new Map(
  [...sourcesOf(fileURLToPath(new URL('../..', import.meta.url)))].filter(([path]) => !NOT_RUN.test(path)),
)
const found = expressionsIn(sources)

/** Files with expressions built at run time, each with the reason why they are fast. */
const UNREAD = [
  // searched words: letters and digits joined by |, without repetition
  'web/src/components/search/excerpt.ts',
]

/** Expressions that may be slow, by path and source. The reason says which text they read. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

const nameOf = ({ path, source }: Expression) => `${path} ${source}`

describe('regular expressions', () => {
  it('are all found', () => {
    expect(found.expressions.length).toBeGreaterThan(200)
    expect(found.unread).toEqual(UNREAD)
    const code = "const P = 'x+'; a(/b/g); RegExp(P, 'i'); RegExp(y); S({ maxLength: 9, pattern: P })"
    expect(expressionsIn(new Map([['f.ts', code]]))).toEqual({
      expressions: [
        { path: 'f.ts', source: 'b', flags: 'g', longest: MAX_TEXT_LENGTH },
        { path: 'f.ts', source: 'x+', flags: '', longest: MAX_TEXT_LENGTH },
        { path: 'f.ts', source: 'x+', flags: 'u', longest: 9 },
      ],
      unread: ['f.ts'],
    })
  })

  it.each([
    ['\\{\\{\\s*&?\\s*(\\w{1,30})\\s*\\}\\}', 'two loops over the same'],
    ['\\s+$', 'a loop that begins anywhere'],
    ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 'two loops over the same after a beginning'],
    ['(a+)+b', 'a loop in a loop'],
  ])('of the kind %s are known as slow: %s', (source) => {
    expect(slownessOf({ path: '', source, flags: '', longest: MAX_TEXT_LENGTH }, LIMIT_MS)).not.toBeNull()
  })

  it('take a time that grows with the length of a text', () => {
    const slow = found.expressions.flatMap((each) => {
      const said = nameOf(each) in EXCEPTIONS ? null : slownessOf(each, LIMIT_MS)
      return said === null ? [] : [`${nameOf(each)}: ${said}`]
    })
    expect(slow).toEqual([])
  })

  it('in the list of exceptions exist', () => {
    const names = new Set(found.expressions.map(nameOf))
    expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([])
  })
})
