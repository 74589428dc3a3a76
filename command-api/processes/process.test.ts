import { SYSTEM } from '@guiche/contracts/envelope.js'
import { newUuid } from '@guiche/infra/ids.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { countParked, PARKED_EVENTS } from '@guiche/infra/metrics/parked.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Refused } from '../kernel/refused.js'
import { ViewsBehind } from '../kernel/unavailable.js'
import { type Desk, openDesk } from '../testing/desk.js'
import { createProcess, type Process, type ProcessDeps, type ProcessSpec } from './process.js'

let desk: Desk
const running: Process[] = []
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.stop()
  await desk.close()
})

/** An event of each company, with its number in `value`. */
const writeEvents = async (...companies: readonly number[]): Promise<void> => {
  for (const [index, companyId] of companies.entries()) {
    const data = { key: 'userRating', value: String(index) }
    const about = { companyId, time: new Date().toISOString(), actor: SYSTEM, correlationId: 'test' }
    const event = { id: newUuid(), type: 'setting.changed.v1', data, ...about, causationId: newUuid() }
    await desk.eventStore.append(`settings-${companyId}`, 'any', [event])
  }
}
type Reaction = NonNullable<ProcessSpec['on']['setting.changed.v1']>
const startProcess = async (
  react: Reaction,
  deps: Partial<ProcessDeps> = {},
  spec: Partial<ProcessSpec> = {},
): Promise<Process> => {
  const process = createProcess(
    { ...desk, retryDelays: [1, 1, 1], ...deps },
    { name: 'test', begin: 'oldest', on: { 'setting.changed.v1': react }, ...spec },
  )
  running.push(process)
  await process.start()
  return process
}
const parkedEvents = () => desk.vault.list(PARKED_EVENTS)

describe('an event that fails for a reason of its own', () => {
  it('is retried and parked for its company, and the others continue', async () => {
    const seen: string[] = []
    await writeEvents(7, 8, 7, 8)
    const process = await startProcess(async ({ companyId, data }) => {
      seen.push(`${companyId}:${data.value}`)
      if (companyId === 7 && data.value === '0') throw new TypeError('a fault in the code')
    })
    // The next event of the same company is handled after the first one is parked.
    await until(() => seen.includes('7:2') && seen.includes('8:3'))
    expect(seen.filter((one) => one === '7:0')).toHaveLength(4)
    expect(seen.indexOf('8:3')).toBeLessThan(seen.lastIndexOf('7:0'))
    expect(seen.indexOf('7:2')).toBeGreaterThan(seen.lastIndexOf('7:0'))
    const [key = ''] = await parkedEvents()
    expect(key).toMatch(/^parked-event\/7\/test-\d{20}$/)
    expect(await countParked(desk.vault)).toBe(1)
    const kept = JSON.parse(String((await desk.vault.getMany([key])).get(key)?.value))
    expect(kept).toMatchObject({ type: 'setting.changed.v1', parked: { reason: 'TypeError', attempts: 4 } })
    expect(kept.data).toBeUndefined()
    expect(await process.parks.retry({ companyId: 7, id: key.split('/')[2] ?? '' })).toBe('TypeError')
    expect(await countParked(desk.vault)).toBe(1)
  })

  it('is named in the log as it is kept in the vault', async () => {
    const lines: { msg: string; item?: string; alarm?: string }[] = []
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const logger = createLogger({ level: 'warn', pretty: false, name: 'test', destination })
    await writeEvents(7)
    await startProcess(
      async () => {
        throw new TypeError('a fault in the code')
      },
      { logger, retryDelays: [1] },
    )
    await until(() => lines.some(({ msg }) => msg === 'event parked'))
    const [key = ''] = await parkedEvents()
    expect(lines.map(({ msg, item, alarm }) => [msg, item, alarm])).toEqual([
      ['event failed and is tried again', key.replace('/7/', '/7/waiting/'), undefined],
      ['event parked', key, 'event-parked'],
    ])
  })

  it('is parked at once if the store takes no such data, now or ever', async () => {
    let tries = 0
    await writeEvents(7)
    await startProcess(
      async () => {
        tries += 1
        throw new Refused('ERR_VALIDATION')
      },
      { retryDelays: [100_000] },
    )
    while ((await countParked(desk.vault)) === 0) await new Promise(setImmediate)
    expect([tries, await parkedEvents()]).toEqual([
      1,
      [expect.stringMatching(/^parked-event\/7\/test-\d{20}$/)],
    ])
  })

  it('can be done by hand later', async () => {
    let broken = true
    await writeEvents(7)
    const process = await startProcess(async () => {
      if (broken) throw new TypeError('a fault in the code')
    })
    while ((await countParked(desk.vault)) === 0) await new Promise(setImmediate)
    const [key = ''] = await parkedEvents()
    broken = false
    expect(await process.parks.retry({ companyId: 7, id: key.split('/')[2] ?? '' })).toBeNull()
    expect(await parkedEvents()).toEqual([])
  })

  it('delays no other lane of its company', async () => {
    const seen: string[] = []
    await writeEvents(7, 7)
    await startProcess(
      async ({ data }) => {
        if (data.value === '0') throw new TypeError('a fault in the code')
        seen.push(data.value)
      },
      { retryDelays: [100_000] },
      { lane: ({ data }) => data.value },
    )
    await until(() => seen.length === 1)
  })

  it('survives the end of the process while it waits to be tried again', async () => {
    const seen: string[] = []
    await writeEvents(7, 7, 8)
    const first = await startProcess(
      async ({ companyId }) => {
        seen.push(`first ${companyId}`)
        if (companyId === 7) throw new TypeError('a fault in the code')
      },
      { retryDelays: [300] },
    )
    await until(() => seen.includes('first 8'))
    await first.stop()
    expect(seen).toEqual(['first 7', 'first 8'])
    expect(await parkedEvents()).toHaveLength(2)
    await startProcess(async ({ companyId, data }) => {
      seen.push(`then ${companyId}:${data.value}`)
    })
    await until(() => seen.length === 4)
    expect(seen.slice(2)).toEqual(['then 7:0', 'then 7:1'])
    while ((await parkedEvents()).length > 0) await new Promise(setImmediate)
  })
})

describe('an event that waited while its store was replaced', () => {
  it('is kept under the key that it had, and is tried again at its time', async () => {
    await writeEvents(7)
    // The event's revision is unchanged, but the position in its key has changed.
    const key = `${PARKED_EVENTS}7/waiting/test-${'9'.repeat(20)}`
    const place = { process: 'test', type: 'setting.changed.v1', stream: 'settings-7', revision: 0 }
    const waits = {
      since: new Date().toISOString(),
      reason: 'TypeError',
      attempts: 1,
      dueAt: 0,
      later: false,
    }
    await desk.vault.commit([{ key, value: Buffer.from(JSON.stringify({ ...place, parked: waits })) }])
    let runs = 0
    const failed = async () => {
      runs += 1
      throw new TypeError('a fault in the code')
    }
    await startProcess(failed, { retryDelays: [1, 100_000] }, { begin: 'now' })
    const attempts = async () =>
      JSON.parse(String((await desk.vault.getMany([key])).get(key)?.value)).parked.attempts
    while ((await attempts()) === 1) await new Promise(setImmediate)
    expect([runs, await attempts(), await parkedEvents()]).toEqual([1, 2, [key]])
  })
})

describe('a process', () => {
  it('stops while an engine is away, and keeps nothing aside', async () => {
    let away = true
    const seen: number[] = []
    await writeEvents(7, 8)
    const away503 = () => Promise.reject(new Error('the store is away'))
    await startProcess(
      async ({ companyId }) => {
        if (away) throw new Error('the store is away')
        seen.push(companyId)
      },
      { eventStore: { ...desk.eventStore, head: () => (away ? away503() : desk.eventStore.head()) } },
    )
    expect(seen).toEqual([])
    away = false
    await until(() => seen.length === 2)
    expect(await parkedEvents()).toEqual([])
  })

  it('waits for the views that a reaction reads', async () => {
    let shown = false
    const asked: (readonly string[])[] = []
    const seen: number[] = []
    await writeEvents(7)
    const waitFor: Desk['records']['waitFor'] = async (views) => {
      asked.push(views)
      return shown
    }
    const process = await startProcess(
      async ({ companyId }, work) => {
        await work.shown('inbox')
        seen.push(companyId)
      },
      { records: { ...desk.records, waitFor } },
    )
    await until(() => asked.length > 0)
    expect(asked[0]).toEqual(['inbox'])
    const [event] = await desk.eventStore.read('settings-7')
    if (event === undefined) throw new Error('nothing was written')
    await expect(process.handle([{ value: event }])).rejects.toThrow(ViewsBehind)
    shown = true
    await until(() => seen.length > 0)
    expect(await parkedEvents()).toEqual([])
  })

  it('runs long work page by page, and other companies continue in between', async () => {
    const seen: string[] = []
    await writeEvents(7, 8)
    await startProcess(async ({ companyId }, { after }) => {
      const page = Number(after ?? 0)
      seen.push(`${companyId}: ${page}`)
      return companyId === 7 && page < 99 ? String(page + 1) : null
    })
    await until(() => seen.includes('7: 99'))
    expect(seen.filter((one) => one.startsWith('7'))).toHaveLength(100)
    expect(seen.indexOf('8: 0')).toBeLessThan(5)
    while ((await parkedEvents()).length > 0) await new Promise(setImmediate)
  })
})
