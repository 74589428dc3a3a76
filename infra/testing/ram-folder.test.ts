import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

const { openRamFolder, closeRamFolder } = (await import('./ram-folder.mjs' as string)) as {
  openRamFolder: (memory: string, neededMb?: number) => string | null
  closeRamFolder: (folder: string | null) => void
}

it('a test run has its own folder in the RAM disk, and removes that of a killed run', async () => {
  const memory = await mkdtemp(join(tmpdir(), 'guiche-memory-'))
  // No process id is this high.
  const abandoned = join(memory, 'guiche-tests-99999999')
  await mkdir(join(abandoned, 'data'), { recursive: true })
  const others = join(memory, 'other-1')
  await mkdir(others)
  const folder = openRamFolder(memory, 0)
  expect([existsSync(abandoned), existsSync(others)]).toEqual([false, true])
  expect(folder).toBe(join(memory, `guiche-tests-${process.pid}`))
  closeRamFolder(folder)
  expect(existsSync(folder ?? '')).toBe(false)
  await rm(memory, { recursive: true })
})

it('a machine without RAM disk, or with little space in it, has no folder there', () => {
  expect(openRamFolder(join(tmpdir(), 'guiche-nowhere'))).toBe(null)
  expect(openRamFolder(tmpdir(), 2 ** 40)).toBe(null)
})
