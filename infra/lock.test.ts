import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { lockDataDir } from './lock.js'
import { linesUntilKilled } from './testing/killed.js'
import { tempDir } from './testing/temp-dir.js'

describe('the lock of a data folder', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  beforeEach(async () => {
    folder = await tempDir()
  })
  afterEach(() => folder.remove())

  it('has one holder, until it is released', async () => {
    const first = await lockDataDir(folder.dir)
    expect(first).not.toBeNull()
    expect(await lockDataDir(folder.dir)).toBeNull()
    first?.release()
    first?.release()
    const second = await lockDataDir(folder.dir)
    expect(second).not.toBeNull()
    second?.release()
  })

  it('is not held by a process that was killed, but is while that process lives', async () => {
    const file = new URL('./testing/hold-lock.ts', import.meta.url)
    const lines = await linesUntilKilled(file, [folder.dir], 2)
    expect(lines).toEqual(['held', 'refused to another process'])
    const lock = await lockDataDir(folder.dir)
    expect(lock).not.toBeNull()
    lock?.release()
  })
})
