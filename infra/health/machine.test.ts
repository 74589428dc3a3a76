import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { type MachineDeps, watchMachine } from './machine.js'

const MB = 1024 * 1024
let folder: Awaited<ReturnType<typeof tempDir>>
beforeEach(async () => {
  folder = await tempDir()
})
afterEach(() => folder.remove())

const watchedMachine = (deps: Partial<MachineDeps>) => {
  const lines: string[] = []
  const line = (_: unknown, message: string) => void lines.push(message)
  const logger = { info: line, warn: line } as MachineDeps['logger']
  const onReadOnly = (sentence: string) => void lines.push(sentence)
  const machine = watchMachine({ dir: folder.dir, logger, onReadOnly, every: 1e9, ...deps })
  return { machine, lines }
}

it('a nearly full disk is logged once, and so is its recovery', async () => {
  let free = 5000 * MB
  const { machine, lines } = watchedMachine({ free: async () => free })
  for (free of [5000, 900, 800, 1100, 900, 2000, 2000].map((mb) => mb * MB)) await machine.check()
  expect(lines).toEqual([
    'the disk is nearly full; below 64 MB commands are refused',
    'there is room on the disk again',
  ])
  expect(machine.freeBytes()).toBe(2000 * MB)
  machine.stop()
})

it('a jump of the clock is logged, with the sum of all jumps', async () => {
  let [wall, steady] = [1_000_000, 0]
  const { machine, lines } = watchedMachine({ wall: () => wall, steady: () => steady })
  for (const [passed, jump] of [
    [1000, 0],
    [1000, 90_000],
    [5000, 100],
    [1000, -30_000],
  ] as const) {
    steady += passed
    wall += passed + jump
    await machine.check()
  }
  expect(lines).toEqual(['the clock of this machine jumped', 'the clock of this machine jumped'])
  expect(machine.clockOffset()).toBe(60)
  machine.stop()
})

it('a folder that refuses writes is reported', async () => {
  const { machine, lines } = watchedMachine({
    writable: () => {
      throw Object.assign(new Error('x'), { code: 'EROFS' })
    },
  })
  await machine.check()
  expect(lines).toEqual([`nothing can be written to ${folder.dir} any more (EROFS)`])
  machine.stop()
  const gone = watchedMachine({ dir: join(folder.dir, 'gone') })
  await gone.machine.check()
  expect(gone.lines).toEqual([expect.stringContaining('(ENOENT)')])
  gone.machine.stop()
})

it('the sizes of the databases include their logs', async () => {
  await writeFile(join(folder.dir, 'events.db'), 'x'.repeat(10))
  await writeFile(join(folder.dir, 'events.db-wal'), 'x'.repeat(5))
  const { machine } = watchedMachine({})
  expect(await machine.fileSizes()).toEqual({ 'events.db': 15, 'vault.db': 0, 'reports.db': 0, 'read.db': 0 })
  machine.stop()
})
