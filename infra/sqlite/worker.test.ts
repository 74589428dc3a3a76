import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '../testing/until.js'
import { type SqliteWorker, startWorker } from './worker.js'

const ECHO = new URL('./testing/echo.mjs', import.meta.url)

describe('a worker', () => {
  let worker: SqliteWorker<unknown, unknown>
  beforeEach(async () => {
    worker = await startWorker(ECHO, { prefix: '>' })
  })
  afterEach(() => worker.close())

  it('answers every call with its own reply', async () => {
    const replies = await Promise.all(Array.from({ length: 5000 }, (_, n) => worker.call(n)))
    expect(replies).toEqual(Array.from({ length: 5000 }, (_, n) => `>${n}`))
  })

  it('answers calls made in one turn as one batch', async () => {
    const replies = await Promise.all(['size', 'size', 'size'].map((call) => worker.call(call)))
    expect(replies).toEqual([3, 3, 3])
  })

  it('fails one call alone, or all of a batch that could not be done', async () => {
    const one = await Promise.allSettled([worker.call('a'), worker.call('fail'), worker.call('b')])
    expect(one.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const all = await Promise.allSettled([worker.call('a'), worker.call('throw')])
    expect(all).toMatchObject([{ reason: { message: 'thrown' } }, { reason: { message: 'thrown' } }])
    expect(await worker.call('c')).toBe('>c')
  })

  it('answers what was asked before it was closed, and refuses what comes after', async () => {
    const asked = [worker.call(1), worker.call(2)]
    const closed = worker.close()
    await expect(worker.call(3)).rejects.toThrow('closed')
    expect(await Promise.all(asked)).toEqual(['>1', '>2'])
    await closed
    await worker.close()
  })

  it('fails what waits when it dies, and all that comes after', async () => {
    const waiting = [worker.call('die'), worker.call('a')]
    for (const call of waiting) await expect(call).rejects.toThrow()
    await expect(worker.call('b')).rejects.toThrow()
  })

  it('tells of its death, and not of its end', async () => {
    const deaths: string[] = []
    const dying = await startWorker(ECHO, { prefix: '>' }, ({ message }) => deaths.push(message))
    await expect(dying.call('die')).rejects.toThrow()
    await until(() => deaths.length > 0)
    const ending = await startWorker(ECHO, { prefix: '>' }, ({ message }) => deaths.push(message))
    await ending.close()
    expect(deaths).toEqual(['the worker has ended'])
  })

  it('tells when it cannot start', async () => {
    await expect(startWorker(ECHO, { prefix: 'broken' })).rejects.toThrow('cannot start')
  })
})
