import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { createDiskCheck } from './disk.js'

describe('the check of free disk space', () => {
  it('reports enough space, and leaves no file', async () => {
    const { dir, remove } = await tempDir()
    expect(await createDiskCheck({ dir })()).toBeNull()
    expect(await readdir(dir)).toEqual([])
    await remove()
  })

  it('reports no space below the need of the databases', async () => {
    const { dir, remove } = await tempDir()
    const check = createDiskCheck({ dir, free: async () => 12 * 1024 * 1024 + 5 })
    expect(await check()).toBe('12 MB are free, 64 MB are needed')
    await remove()
  })

  it('reports no space if the system refuses a write', async () => {
    const { dir, remove } = await tempDir()
    await symlink('/dev/full', join(dir, '.room'))
    expect(await createDiskCheck({ dir })()).toBe('nothing can be written (ENOSPC)')
    expect(await createDiskCheck({ dir: join(dir, 'none') })()).toBe('nothing can be written (ENOENT)')
    await remove()
  })

  it('runs once for many concurrent callers', async () => {
    let checks = 0
    const free = async () => {
      checks++
      return 0
    }
    const check = createDiskCheck({ dir: '/', free })
    await Promise.all(Array.from({ length: 100 }, check))
    expect(checks).toBe(1)
  })
})
