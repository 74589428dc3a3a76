import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPEN_QUERIES } from '@guiche/contracts/routes/index.js'
import { describe, expect, it } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const text = readText('docs/architecture.md')

interface Step {
  readonly path: string
  readonly name: string
  /** the event, topic or port that triggers the step; null: a direct call */
  readonly by: string | null
}

const stepsOf = (life: string): Step[] =>
  [...life.matchAll(/^\d+\. `([^`]+\.ts)` `(\w+)`(?:, by `([^`]+)`)?:/gm)].map(
    ([, path = '', name = '', by]) => ({
      path,
      name,
      by: by ?? null,
    }),
  )

const lives = text
  .split(/^## /m)
  .filter((part) => part.startsWith('The life of'))
  .map((part) => ({ title: part.split('\n')[0] ?? '', steps: stepsOf(part), lines: part.match(/^\d+\. /gm) }))

const fileOf = (from: string, importer: string): string | null => {
  const path = from.startsWith('@guiche/')
    ? from.slice('@guiche/'.length)
    : from.startsWith('.')
      ? normalize(join(dirname(importer), from))
      : null
  return path === null ? null : path.replace(/\.js$/, '.ts')
}
const closures = new Map<string, ReadonlySet<string>>()
/** A file, and all files that it imports directly or indirectly, including types. */
const closureOf = (path: string): ReadonlySet<string> => {
  const found = closures.get(path) ?? new Set([path])
  if (closures.has(path)) return found
  closures.set(path, found)
  const reached = found as Set<string>
  for (const file of reached) {
    for (const [, from = ''] of readText(file).matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const next = fileOf(from, file)
      if (next?.endsWith('.ts') && existsSync(join(ROOT, next))) reached.add(next)
    }
  }
  return found
}
const namesThing = (path: string, what: string): boolean =>
  [...closureOf(path)].some((file) =>
    new RegExp(`${what.replaceAll('.', '\\.')}(?![\\w-])`).test(readText(file)),
  )

describe('docs/architecture.md', () => {
  it('has at most 150 lines of 100 characters, apart from tables and addresses', () => {
    const lines = text.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(150)
    const shown = (line: string) => line.replace(/\]\([^)]*\)/g, ']')
    expect(lines.filter((line) => !line.startsWith('|') && [...shown(line)].length > 100)).toEqual([])
  })

  it('describes four lives, of which every step can be followed', () => {
    expect(lives.map(({ title }) => title)).toHaveLength(4)
    for (const { steps, lines } of lives) expect(steps).toHaveLength(lines?.length ?? 0)
  })

  describe.each(lives)('$title', ({ steps }) => {
    it.each(steps)('$path exports $name', ({ path, name }) => {
      expect(existsSync(join(ROOT, path))).toBe(true)
      expect(readText(path)).toMatch(new RegExp(`^export (const|(async )?function) ${name}\\b`, 'm'))
    })

    it.each(steps.slice(1).map((step, at) => ({ ...step, earlier: steps.slice(0, at + 1) })))(
      '$path is reached from a step before it',
      ({ path, by, earlier }) => {
        const reaching = earlier.filter((step) =>
          by === null ? closureOf(step.path).has(path) : namesThing(step.path, by),
        )
        expect(reaching).not.toEqual([])
        if (by !== null) expect(namesThing(path, by)).toBe(true)
      },
    )
  })

  it('and the README of command-api name the GETs that command-api answers', () => {
    expect(text).toContain('`OPEN_QUERIES`')
    const listed = [...readText('command-api/README.md').matchAll(/^- `(GET [^`]+)`$/gm)].map(
      ([, key]) => key,
    )
    expect(listed.sort()).toEqual([...OPEN_QUERIES].sort())
  })

  it('names folders that git knows', () => {
    const folders = [...text.matchAll(/^\| `(\w[\w-]*)\/` \|/gm)].map(([, name]) => name)
    const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
    const known = new Set(tracked.filter((path) => path.endsWith('.ts')).map((path) => path.split('/')[0]))
    expect(new Set(folders)).toEqual(known)
  })
})
