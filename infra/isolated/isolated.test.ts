import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { runIsolated } from './isolated.js'

const SCRIPT = fileURLToPath(new URL('./testing/misbehaving.mjs', import.meta.url))
const LIMITS = { timeMs: 20_000, heapMb: 24, memoryMb: 1_500 }
const onLinux = process.platform === 'linux' ? it : it.skip

const runWorker = (what: string, limits: Partial<typeof LIMITS> = {}, path = '') =>
  runIsolated(SCRIPT, { what, path }, { ...LIMITS, ...limits }, (message) => message as object)

describe('an isolated process', () => {
  it('has none of the server’s environment variables', async () => {
    const { names } = (await runWorker('environment')) as { names: string[] }
    expect(names.filter((name) => !/^(NODE_CHANNEL_|PWD$|_$|OLDPWD$|SHLVL$)/.test(name))).toEqual([])
  })

  it('is killed at its limits of time and heap memory', async () => {
    expect(await runWorker('loop', { timeMs: 500 })).toBeNull()
    expect(await runWorker('heap')).toBeNull()
  })

  onLinux('ends for the memory outside of its heap, and writes no file', async () => {
    expect(await runWorker('buffers')).toBeNull()
    const { dir, remove } = await tempDir()
    const path = join(dir, 'file')
    expect(await runWorker('write', {}, path)).toBeNull()
    expect(readFileSync(path, 'utf8')).toBe('')
    await remove()
    const { limits } = (await runWorker('limits')) as { limits: string }
    expect(limits).toMatch(/Max cpu time\s+20/)
    expect(limits).toMatch(/Max address space\s+1572864000/)
  })

  it('has enough memory for WebAssembly', async () => {
    expect(await runWorker('wasm')).toEqual({ bytes: 1024 * 1024 })
  })

  it('gives null if it ends without a reply or its reply is refused', async () => {
    expect(await runWorker('end')).toBeNull()
    const refuse = () => {
      throw new Error('not what was asked for')
    }
    expect(await runIsolated(SCRIPT, { what: 'environment' }, LIMITS, refuse)).toBeNull()
  })
})
