import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from '@jest/globals'

/** Sizes of the built app's files (`npm run build`), as browsers load them. */
const DIST = new URL('../dist/', import.meta.url)
const KILOBYTE = 1024

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

let manifest: Readonly<Record<string, Chunk>> = {}

/** Keys of all files that are loaded together with these entries, without a later import. */
const fetchedWith = (...entries: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const take = (key: string): void => {
    if (found.has(key)) return
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no ${key}`)
    found.add(key)
    for (const next of chunk.imports ?? []) take(next)
  }
  for (const entry of entries) take(entry)
  return found
}

/** Kilobytes of JavaScript, compressed like a server does. */
const weightOf = (keys: Iterable<string>): number => {
  let bytes = 0
  for (const key of keys) {
    const { file = '' } = manifest[key] ?? {}
    if (file.endsWith('.js')) bytes += gzipSync(readFileSync(new URL(file, DIST))).length
  }
  return bytes / KILOBYTE
}

const SHELL = ['index.html', 'src/shell/shell.tsx', 'src/i18n/languages/pt.ts']

describe('what a browser fetches', () => {
  beforeAll(() => {
    manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'))
  })

  it('for the sign-in is at most 200 KB of JavaScript, the human check included', () => {
    const login = ['src/features/session/login-page.tsx', 'src/features/session/human-check.tsx']
    expect(weightOf(fetchedWith('index.html', ...login))).toBeLessThan(200)
  })

  it('first, signed in, is at most 350 KB of JavaScript in at most twelve files', () => {
    const first = fetchedWith(...SHELL)
    expect(weightOf(first)).toBeLessThan(350)
    expect(first.size).toBeLessThanOrEqual(12)
  })

  it('for any page is at most 150 KB of JavaScript more', () => {
    const first = fetchedWith(...SHELL)
    const pages = Object.keys(manifest).filter((key) => /^src\/(features|records)\/.*-page\.tsx$/.test(key))
    expect(pages).toContain('src/features/inbox/inbox-page.tsx')
    for (const page of pages) {
      const more = [...fetchedWith(page)].filter((key) => !first.has(key))
      expect({ page, tooLarge: weightOf(more) >= 150 }).toEqual({ page, tooLarge: false })
    }
  })
})
