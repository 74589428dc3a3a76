import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from '@jest/globals'

const { removeStaleOutputs } = (await import('./outputs.mjs' as string)) as {
  removeStaleOutputs: (root: string) => string[]
}

it('of sources that are gone leave the builds, and everything is compiled anew', async () => {
  const root = await mkdtemp(join(tmpdir(), 'guiche-outputs-'))
  const kept = ['store.js', 'store.d.ts', 'store.js.map', 'writer.mjs', 'page/icon.svg']
  const gone = ['lease.js', 'lease.d.ts', 'lease.js.map', 'reader.mjs', 'page/old.svg', 'page/old.js']
  const sources = ['infra/store.ts', 'infra/writer.mjs', 'infra/page/icon.svg']
  const outputs = [...kept, ...gone, '.tsbuildinfo'].map((name) => `infra/dist/${name}`)
  for (const path of [...sources, ...outputs, 'launcher/dist/.tsbuildinfo']) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), '')
  }
  await writeFile(join(root, 'package.json'), '{ "workspaces": ["infra", "launcher", "web"] }')

  const inDist = (names: readonly string[]) => names.map((name) => join(root, 'infra/dist', name))
  expect(removeStaleOutputs(root).sort()).toEqual(inDist(gone).sort())
  expect(inDist(kept).filter(existsSync)).toEqual(inDist(kept))
  expect([...inDist(gone), join(root, 'launcher/dist/.tsbuildinfo')].filter(existsSync)).toEqual([])

  await writeFile(join(root, 'infra/dist/.tsbuildinfo'), '')
  expect(removeStaleOutputs(root)).toEqual([])
  expect(existsSync(join(root, 'infra/dist/.tsbuildinfo'))).toBe(true)
  await rm(root, { recursive: true })
})
