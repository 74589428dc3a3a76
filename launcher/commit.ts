import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The commit that a clone stands at, by the files of Git; null outside of a clone. */
export const commitOf = (root: string): string | null => {
  try {
    const git = join(root, '.git')
    const head = readFileSync(join(git, 'HEAD'), 'utf8').trim()
    const ref = /^ref: (.+)$/.exec(head)?.[1]
    if (ref === undefined) return head.slice(0, 12)
    const loose = join(git, ref)
    if (existsSync(loose)) return readFileSync(loose, 'utf8').slice(0, 12)
    const packed = readFileSync(join(git, 'packed-refs'), 'utf8').split('\n')
    return packed.find((line) => line.endsWith(` ${ref}`))?.slice(0, 12) ?? null
  } catch {
    return null
  }
}
