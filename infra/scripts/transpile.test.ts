import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

const { transpileServers } = (await import('./transpile.mjs' as string)) as {
  transpileServers: (root: string) => Promise<string[]>
}

let root = ''
const writeSource = async (path: string, text: string): Promise<void> => {
  await mkdir(join(root, dirname(path)), { recursive: true })
  await writeFile(join(root, path), text)
}
const inDist = (name: string): string => join(root, 'infra/dist', name)
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guiche-transpile-'))
  await writeSource('package.json', '{ "workspaces": ["infra", "web"] }')
  await writeSource('infra/store.ts', "import type { A } from './a.js'\nexport const one: A = 1\n")
  await writeSource('infra/store.test.ts', 'export {}')
  await writeSource('infra/testing/fake.ts', 'export {}')
  await writeSource('infra/writer.mjs', 'export const write = 1\n')
  await writeSource('web/src/app.ts', 'export {}')
})
afterEach(() => rm(root, { recursive: true }))

describe('the build of the servers', () => {
  it('has each source without types, with a source map, and no tests', async () => {
    const outputs = await transpileServers(root)
    expect(outputs.sort()).toEqual(['store.js', 'store.js.map', 'writer.mjs'].map(inDist))
    expect(await readFile(inDist('store.js'), 'utf8')).toBe(
      'export const one = 1;\n//# sourceMappingURL=store.js.map\n',
    )
    expect(JSON.parse(await readFile(inDist('store.js.map'), 'utf8')).sources).toEqual(['../store.ts'])
  })

  it('removes files without source, and does not write unchanged files', async () => {
    await transpileServers(root)
    const { mtimeMs } = await stat(inDist('store.js'))
    await writeSource('infra/dist/lease.js', '')
    await rm(join(root, 'infra/writer.mjs'))
    await transpileServers(root)
    expect(['lease.js', 'writer.mjs', 'store.js'].map((name) => existsSync(inDist(name)))).toEqual([
      false,
      false,
      true,
    ])
    expect((await stat(inDist('store.js'))).mtimeMs).toBe(mtimeMs)
  })

  it('names the file of a syntax error', async () => {
    await writeSource('infra/broken.ts', 'export const = 1')
    await expect(transpileServers(root)).rejects.toThrow('infra/broken.ts')
  })
})
