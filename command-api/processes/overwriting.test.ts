import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { COMPANY, type Desk, openDesk } from '../testing/desk.js'
import { createOverwriting } from './overwriting.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('overwriting of erased data', () => {
  /** Engines that count how often files are overwritten; `failing`: number of failures before. */
  const overwriting = (failing = 0) => {
    const told = { times: 0 }
    const scrub = async () => {
      told.times += 1
      if (told.times <= failing) throw new Error('disk full')
    }
    return { told, ...createOverwriting({ ...desk, vault: { ...desk.vault, scrub } }) }
  }
  const notes = () => desk.vault.list('overwrite/')

  it('is made up for by the next start, where the process ended before', async () => {
    const before = overwriting()
    await before.note(COMPANY)
    await before.stop()
    expect(await notes()).toHaveLength(1)
    const after = overwriting()
    after.wake()
    await after.stop()
    expect([before.told.times, after.told.times, await notes()]).toEqual([0, 1, []])
    // The next call finds nothing to do.
    const last = overwriting()
    last.wake()
    await last.stop()
    expect(last.told.times).toBe(0)
  })

  it('stays noted when it fails', async () => {
    const disk = overwriting(1)
    await disk.note(COMPANY)
    disk.wake()
    await disk.stop()
    expect(await notes()).toHaveLength(1)
    const next = overwriting()
    next.wake()
    await next.stop()
    expect(await notes()).toEqual([])
  })

  it('is not needed where the engines keep nothing in files of their own', async () => {
    const without = <E extends object>(engine: E): E => ({ ...engine, scrub: undefined })
    const { vault, eventStore, readStore, eventBus } = desk
    const none = createOverwriting({
      ...desk,
      vault: without(vault),
      eventStore: without(eventStore),
      readStore: without(readStore),
      eventBus: without(eventBus),
    })
    await none.note(COMPANY)
    expect(await notes()).toEqual([])
  })
})
