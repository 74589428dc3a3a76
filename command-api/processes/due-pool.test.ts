import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { createExclusively } from '@guiche/infra/lease/run-exclusively.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { newCustomer } from '../testing/customer.js'
import { COMPANY, type Desk, openDesk } from '../testing/desk.js'
import { createDuePool, type DuePoolSpec } from './due-pool.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await desk.conversations.duePools.erase.stop()
  const { contactId } = await newCustomer(desk)
  const meta = { commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'asked' }
  await desk.kernel.execute(contactDecider, streams.contact(contactId), { kind: 'erase' }, meta)
  await desk.shown()
})
afterEach(() => desk.close())

const poolOf = (spec: Pick<DuePoolSpec<'erase'>, 'run' | 'giveUp'>, deps: Partial<Desk> = {}) =>
  createDuePool(
    { ...desk, ...deps },
    { kind: 'erase', limits: { atOnce: 4, perCompany: 2 }, delays: [30_000, 30_000], ...spec },
  )

describe('due work', () => {
  it('a stopping instance does not wait for the work of another instance', async () => {
    const alone = createExclusively(desk)
    let done: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      done = resolve
    })
    const other = alone('erase', () => held)
    desk.untilDue()
    let looks = 0
    const getMany: Desk['vault']['getMany'] = async (keys) => {
      if (keys.includes('turn/erase')) looks += 1
      return desk.vault.getMany(keys)
    }
    const waiting = createExclusively({ vault: { ...desk.vault, getMany } })
    const ran: string[] = []
    const run = async ({ ref }: { ref: string }) => void ran.push(ref)
    const pool = poolOf({ run }, { exclusively: waiting })
    pool.start()
    await until(() => looks > 1)
    await pool.stop()
    expect(ran).toEqual([])
    done()
    await other
  })

  it('runs when its time has come, once, though the view still shows it', async () => {
    const ran: string[] = []
    const pool = poolOf({ run: async ({ kind, correlationId }) => void ran.push(`${kind} ${correlationId}`) })
    await pool.work()
    expect(ran).toEqual([])
    desk.untilDue()
    await pool.work()
    await pool.work()
    expect(ran).toEqual(['erase asked'])
  })

  it('that fails is tried again later, and then given up with its reason', async () => {
    let tries = 0
    const given: string[] = []
    const pool = poolOf({
      run: async () => {
        tries += 1
        throw new TypeError('a fault in the code')
      },
      giveUp: async ({ kind }, reason) => void given.push(`${kind} ${reason}`),
    })
    for (const expected of [1, 2, 3, 3]) {
      desk.untilDue()
      await pool.work()
      await pool.work()
      expect(tries).toBe(expected)
    }
    expect(given).toEqual(['erase TypeError'])
    expect(await desk.vault.list('due/')).toEqual([])
  })

  it('is not blamed while an engine is away', async () => {
    let tries = 0
    const away = {
      eventStore: { ...desk.eventStore, head: () => Promise.reject(new Error('away')) },
    }
    const failing = async () => {
      tries += 1
      throw new Error('away')
    }
    const pool = poolOf({ run: failing, giveUp: async () => undefined }, away)
    desk.untilDue()
    for (const expected of [1, 2, 3, 4]) {
      await expect(pool.work()).rejects.toThrow('away')
      expect(tries).toBe(expected)
    }
    expect(await desk.vault.list('due/')).toEqual([])
  })
})
