import { describe, expect, it } from '@jest/globals'

interface Suite {
  readonly path: string
  readonly seconds: number
  readonly passed: number
  readonly skipped: number
  readonly failed: readonly string[]
  readonly message: string
  readonly shown: string
}
interface Group {
  readonly name: string
  readonly seconds: number
  readonly fault: string | null
  readonly results: readonly Suite[]
}
const { toRepeat, verdictOf } = (await import('./verdict.mjs' as string)) as {
  toRepeat: (groups: readonly Group[]) => { group: Group; suite: Suite }[]
  verdictOf: (
    groups: readonly Group[],
    repeated: ReadonlyMap<Suite, Suite>,
  ) => { lines: string[]; passed: boolean }
}

const suiteNamed = (name: string, change: Partial<Suite> = {}): Suite => ({
  path: `/project/web/${name}.test.ts`,
  seconds: 2,
  passed: 5,
  skipped: 0,
  failed: [],
  message: '',
  shown: '',
  ...change,
})
const redSuite = (name: string): Suite =>
  suiteNamed(name, { passed: 4, failed: ['opens'], message: 'not found', shown: 'an empty page' })
const groupOf = (results: readonly Suite[], fault: string | null = null): Group => ({
  name: 'tests',
  seconds: 61.2,
  fault,
  results,
})
const reportOf = (groups: readonly Group[], repeated: [Suite, Suite][] = []) =>
  verdictOf(groups, new Map(repeated))

describe('a run of all suites', () => {
  it('is green when everything passed, and counts what was skipped', () => {
    expect(reportOf([groupOf([suiteNamed('a'), suiteNamed('b', { skipped: 2 })])])).toEqual({
      lines: ['tests: 10 passed in 61 s', '10 passed, 0 failed, 2 skipped'],
      passed: true,
    })
  })

  it('is green with a suite that passed when repeated alone, and shows the pages of its failure', () => {
    const first = redSuite('inbox')
    const groups = [groupOf([first, suiteNamed('b')])]
    expect(toRepeat(groups)).toEqual([{ group: groups[0], suite: first }])
    expect(reportOf(groups, [[first, suiteNamed('inbox')]])).toEqual({
      lines: [
        'tests: 9 passed in 61 s',
        '  flaky: inbox.test.ts › opens',
        'not found',
        'an empty page',
        '10 passed, 0 failed, 0 skipped',
      ],
      passed: true,
    })
  })

  it('is red with a suite that failed twice', () => {
    const first = redSuite('inbox')
    expect(reportOf([groupOf([first])], [[first, redSuite('inbox')]])).toEqual({
      lines: ['tests: 4 passed in 61 s', '  failed: inbox.test.ts › opens', '4 passed, 1 failed, 0 skipped'],
      passed: false,
    })
  })

  it('is red when more than three suites failed: none is repeated', () => {
    const four = ['a', 'b', 'c', 'd'].map(redSuite)
    expect(toRepeat([groupOf(four.slice(1))])).toHaveLength(3)
    expect(toRepeat([groupOf(four)])).toEqual([])
    expect(reportOf([groupOf(four)])).toMatchObject({ passed: false })
    expect(reportOf([groupOf(four)]).lines.at(-1)).toBe('16 passed, 4 failed, 0 skipped')
  })

  it('is red when a group did not end or could not run, although all its suites passed', () => {
    expect(reportOf([groupOf([suiteNamed('a')], 'did not end within 60 s; last words: …')])).toEqual({
      lines: [
        'tests: 5 passed in 61 s',
        '  failed: tests did not end within 60 s; last words: …',
        '5 passed, 1 failed, 0 skipped',
      ],
      passed: false,
    })
  })
})
