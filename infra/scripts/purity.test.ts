import { describe, expect, it } from '@jest/globals'

const { checkPurity } = (await import('./purity.mjs' as string)) as {
  checkPurity: (sources: ReadonlyMap<string, string>) => { violations: string[] }
}

const DECIDER = (decide: string, imports = '') => `${imports}
${'export'} const thingDecider: Decider<S, C, E> = {
  evolve: (state) => state,
  decide: ${decide},
}`
const checkFiles = (files: Record<string, string>) => checkPurity(new Map(Object.entries(files))).violations

describe('purity of deciders and folds', () => {
  it.each([
    ['a clock', '() => ok(Date.now())', 'reads the clock: Date.now('],
    ['chance', '() => ok(Math.random())', 'draws at random: Math.random'],
    ['a wait', 'async () => ok([])', 'waits: async'],
    ['I/O', '() => fetch(url)', 'does I/O: fetch('],
  ])('finds %s in a decider', (_, decide, expected) => {
    expect(checkFiles({ 'command-api/thing/rules.ts': DECIDER(decide) })).toEqual([
      `command-api/thing/rules.ts thingDecider ${expected}`,
    ])
  })

  it('finds a clock behind an import, whatever the file names', () => {
    const violations = checkFiles({
      'command-api/thing/rules.ts': DECIDER('() => now()', "import { now } from '@guiche/infra/time.js'"),
      'infra/time.ts': 'export const now = () => later()\nconst later = () => new Date()',
    })
    expect(violations).toEqual([
      'infra/time.ts later (used by infra/time.ts now) reads the clock: new Date()',
    ])
  })

  it('finds a Node.js import in a view, but allows hashes', () => {
    const violations = checkFiles({
      'projector/views/inbox.ts':
        "import { readFileSync } from 'node:fs'\nimport { createHash } from 'node:crypto'\nexport const view = () => readFileSync(createHash('sha1'))",
    })
    expect(violations).toEqual(['projector/views/inbox.ts view uses readFileSync of node:fs'])
  })

  it('ignores functions beside a decider, comments and types', () => {
    const beside =
      '\nexport const load = async () => Date.now()\nexport type Clock = () => Date // Date.now()'
    expect(checkFiles({ 'command-api/thing/rules.ts': DECIDER('() => ok([])') + beside })).toEqual([])
  })
})
