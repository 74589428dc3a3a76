import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tempVault } from './testing/temp-vault.js'
import { createSharedTurns, createTurns, type Turns } from './turns.js'
import type { Vault } from './vault.js'

const logOf = async (turns: readonly Turns[], tasks: number): Promise<string[]> => {
  const log: string[] = []
  await Promise.all(
    Array.from({ length: tasks }, (_, index) =>
      turns[index % turns.length]?.('company', async () => {
        log.push(`begins ${index}`)
        await new Promise((resolve) => setImmediate(resolve))
        log.push(`ends ${index}`)
      }),
    ),
  )
  return log
}
const oneAfterAnother = (log: readonly string[]): boolean =>
  log.every((line, index) => index % 2 === 0 || line === log[index - 1]?.replace('begins', 'ends'))

describe('turns', () => {
  let vault: Vault
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ vault, close } = await tempVault())
  })
  afterEach(() => close())

  it('go one after another in a process', async () => {
    const log = await logOf([createTurns()], 6)
    expect(log).toHaveLength(12)
    expect(oneAfterAnother(log)).toBe(true)
  })

  it('go one after another among processes', async () => {
    const log = await logOf([createSharedTurns({ vault }), createSharedTurns({ vault })], 6)
    expect(log).toHaveLength(12)
    expect(oneAfterAnother(log)).toBe(true)
  })

  it('go on after a task that failed, and tell its failure', async () => {
    const turns = createSharedTurns({ vault })
    await expect(turns('a', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await createSharedTurns({ vault })('a', async () => 'next')).toBe('next')
  })

  it('are not held up for ever by a process that died', async () => {
    let time = 1_000_000
    const now = () => time
    let begun = (): void => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    void createSharedTurns({ vault, now })('a', () => {
      begun()
      return new Promise(() => {})
    })
    await beginning
    time += 10_001
    expect(await createSharedTurns({ vault, now })('a', async () => 'next')).toBe('next')
  })
})
