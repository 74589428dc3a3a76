import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { createDiskCheck } from './disk.js'

describe('the room in a folder', () => {
  it('is enough, and the check leaves no file', async () => {
    const { dir, remove } = await tempDir()
    expect(await createDiskCheck({ dir })()).toBeNull()
    expect(await readdir(dir)).toEqual([])
    await remove()
  })

  it('is none below what the databases need', async () => {
    const { dir, remove } = await tempDir()
    const check = createDiskCheck({ dir, free: async () => 12 * 1024 * 1024 + 5 })
    expect(await check()).toBe('12 MB are free, 64 MB are needed')
    await remove()
  })

  it('is none where the system refuses a write', async () => {
    const { dir, remove } = await tempDir()
    await symlink('/dev/full', join(dir, '.room'))
    expect(await createDiskCheck({ dir })()).toBe('nothing can be written (ENOSPC)')
    expect(await createDiskCheck({ dir: join(dir, 'none') })()).toBe('nothing can be written (ENOENT)')
    await remove()
  })

  it('is checked at once for many who ask', async () => {
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
