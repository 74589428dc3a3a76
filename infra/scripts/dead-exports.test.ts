import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const { deadExports, sourcesOf, unreadSettings } = (await import('./dead-exports.mjs' as string)) as {
  deadExports: (texts: ReadonlyMap<string, string>) => string[]
  sourcesOf: (root: string) => Map<string, string>
  unreadSettings: (texts: ReadonlyMap<string, string>) => string[]
}

describe('settings', () => {
  it('are unused if no file reads their value', () => {
    const declared = ['call', 'lateMinutes', 'tested'].map((key) => `  ${key}: { default: '', values: [] },`)
    const single = "  menu: { default: 'text', values: ['text'] },"
    const texts = new Map([
      ['contracts/settings/settings.ts', [...declared, single].join('\n')],
      ['contracts/words/settings.ts', 'lateMinutes: {}'],
      ['calls.ts', "isEnabled(records, companyId, 'call')"],
      ['late.test.ts', "settingOf(records, companyId, 'tested')"],
    ])
    expect(unreadSettings(texts)).toEqual([
      'contracts/settings/settings.ts: lateMinutes is read nowhere',
      'contracts/settings/settings.ts: tested is read nowhere',
    ])
  })
})

describe('exports', () => {
  it('are dead if no other file names them', () => {
    const texts = new Map([
      ['a.ts', 'export const used = 1\nexport const dead = used\nexport type Dead = 1\nconst own = 2'],
      ['b.ts', "import { used } from './a.js'\nexport async function gone() {\n  return used\n}"],
    ])
    expect(deadExports(texts)).toEqual(['a.ts: dead', 'b.ts: gone'])
  })

  it('are dead if tests alone use them', () => {
    const texts = new Map([
      ['rounds.ts', 'export const createRounds = () => {}\nexport const createLoop = () => {}'],
      ['late.ts', 'export const createLate = () => createPart()\nexport const createPart = () => {}'],
      ['late.test.ts', 'createLate() && createRounds() && createPart() && roundsOf()'],
      ['testing/desk.ts', 'export const createDesk = () => createLoop()'],
      ['desk.test.ts', 'createDesk()'],
      ['main.ts', "import { createRounds } from './rounds.js'"],
    ])
    expect(deadExports(texts)).toEqual(['rounds.ts: createLoop', 'late.ts: createLate'])
  })

  it('are looked for in files that git does not track yet, and not in ignored or deleted ones', async () => {
    const root = await mkdtemp(join(tmpdir(), 'guiche-exports-'))
    const files = {
      '.gitignore': 'built.ts',
      'tracked.ts': 'export const old = 1',
      'deleted.ts': 'export const gone = 1',
      'não.ts': 'export const fresh = 1',
      'built.ts': 'export const built = 1',
    }
    for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
    execFileSync('git', ['init', '--quiet'], { cwd: root })
    execFileSync('git', ['add', 'tracked.ts', 'deleted.ts'], { cwd: root })
    await unlink(join(root, 'deleted.ts'))

    expect(deadExports(sourcesOf(root)).sort()).toEqual(['não.ts: fresh', 'tracked.ts: old'])
    await rm(root, { recursive: true })
  })
})
