import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

const { makeOnce } = (await import('./make-once.mjs' as string)) as {
  makeOnce: (work: {
    stamp: string
    inputs: readonly string[]
    make: () => Promise<readonly string[]>
  }) => Promise<boolean>
}

let dir = ''
let made = 0
beforeEach(async () => {
  made = 0
  dir = await mkdtemp(join(tmpdir(), 'guiche-make-'))
  await writeFile(join(dir, 'source'), 'one')
})
afterEach(() => rm(dir, { recursive: true }))

const makeIn = (duringMake: () => Promise<void> = async () => undefined) =>
  makeOnce({
    stamp: join(dir, 'cache/stamp.json'),
    inputs: [join(dir, 'source')],
    make: async () => {
      made += 1
      const text = await readFile(join(dir, 'source'), 'utf8')
      await duringMake()
      await mkdir(join(dir, 'dist'), { recursive: true })
      await writeFile(join(dir, 'dist/output'), text)
      return [join(dir, 'dist/output')]
    },
  })

describe('outputs are made', () => {
  it('once from equal inputs, and again from changed ones', async () => {
    expect(await makeIn()).toBe(true)
    expect(await makeIn()).toBe(false)
    await writeFile(join(dir, 'source'), 'two')
    expect(await makeIn()).toBe(true)
    expect(await readFile(join(dir, 'dist/output'), 'utf8')).toBe('two')
    expect(made).toBe(2)
  })

  it('again if one of them or the record of inputs is missing', async () => {
    await makeIn()
    await rm(join(dir, 'dist/output'))
    expect(await makeIn()).toBe(true)
    await writeFile(join(dir, 'cache/stamp.json'), '{"hash":')
    expect(await makeIn()).toBe(true)
  })

  it('again after a failure, or if a source changed meanwhile', async () => {
    await makeIn()
    await writeFile(join(dir, 'source'), 'two')
    await expect(makeIn(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
    // The source is restored, but the outputs may still be incomplete.
    await writeFile(join(dir, 'source'), 'one')
    expect(await makeIn(() => writeFile(join(dir, 'source'), 'three'))).toBe(true)
    expect(await makeIn()).toBe(true)
    expect(await readFile(join(dir, 'dist/output'), 'utf8')).toBe('three')
  })
})
