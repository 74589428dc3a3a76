import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { ALLOWED_VALUES } from '../config/config.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const tracked = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*README.md'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
const DOCUMENTS = [
  ...tracked.split('\n').filter((path) => path !== '' && !path.startsWith('docs/')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
]

/** GitHub's anchor of a heading. */
const placeOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
const placesIn = (path: string): string[] =>
  [...readText(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => placeOf(title))

describe('the documents', () => {
  it.each(DOCUMENTS)('%s links to existing files and titles', (path) => {
    const links = [...readText(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    const dead = links.filter(([, file = '', place]) => {
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(ROOT, target))) return true
      return place !== undefined && !placesIn(target).includes(place)
    })
    expect(dead.map(([link]) => link)).toEqual([])
  })

  it('operations.md has each setting in its tables, and no other', () => {
    const rows = readText('docs/operations.md').match(/^\| `[A-Z].*$/gm) ?? []
    const namesIn = (text: string): string[] => text.match(/(?<=`)[A-Z][A-Z_]+(?==|`)/g) ?? []
    const settings = Object.keys(ALLOWED_VALUES)
    const named = namesIn(rows.join('\n'))
    expect(settings.filter((name) => !named.includes(name))).toEqual([])
    const titles = rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''))
    expect(titles.filter((name) => !settings.includes(name))).toEqual([])
  })
})
