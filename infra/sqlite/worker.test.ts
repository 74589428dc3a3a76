import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '../testing/until.js'
import { type SqliteWorker, startThread, startWorker } from './worker.js'

const ECHO = new URL('./testing/echo.mjs', import.meta.url)

describe('a worker thread', () => {
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

  it('fails one call alone, or all calls of an impossible batch', async () => {
    const one = await Promise.allSettled([worker.call('a'), worker.call('fail'), worker.call('b')])
    expect(one.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const all = await Promise.allSettled([worker.call('a'), worker.call('throw')])
    expect(all).toMatchObject([{ reason: { message: 'thrown' } }, { reason: { message: 'thrown' } }])
    expect(await worker.call('c')).toBe('>c')
  })

  it('answers earlier calls when closed, and refuses later ones', async () => {
    const asked = [worker.call(1), worker.call(2)]
    const closed = worker.close()
    await expect(worker.call(3)).rejects.toThrow('closed')
    expect(await Promise.all(asked)).toEqual(['>1', '>2'])
    await closed
    await worker.close()
  })

  it('fails waiting and later calls when it dies', async () => {
    const waiting = [worker.call('die'), worker.call('a')]
    for (const call of waiting) await expect(call).rejects.toThrow()
    await expect(worker.call('b')).rejects.toThrow()
  })

  it('reports its death, but not its regular end', async () => {
    const deaths: string[] = []
    const onDeath = ({ message }: Error) => void deaths.push(message)
    const dying = await startWorker(ECHO, { prefix: '>' }, { onDeath })
    await expect(dying.call('die')).rejects.toThrow()
    await until(() => deaths.length > 0)
    const ending = await startWorker(ECHO, { prefix: '>' }, { onDeath })
    await ending.close()
    expect(deaths).toEqual(['the worker has ended'])
  })

  it('reports that it cannot start', async () => {
    await expect(startWorker(ECHO, { prefix: 'broken' })).rejects.toThrow('cannot start')
  })

  it('keeps an idle process alive until it has answered and is closed', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=source',
      '--import=tsx',
      fileURLToPath(new URL('./testing/open-and-close.ts', import.meta.url)),
    ])
    expect(stdout.trim().split('\n')).toEqual(['>a', 'closed'])
  })

  it('shares a thread with others: each closes alone, and all end with the thread', async () => {
    const thread = startThread()
    const deaths: string[] = []
    const start = (prefix: string) =>
      startWorker<string, string>(ECHO, { prefix }, { thread, onDeath: () => deaths.push(prefix) })
    const [first, second, third] = [await start('1'), await start('2'), await start('3')]
    await expect(start('broken')).rejects.toThrow('cannot start')
    await first.close()
    await expect(first.call('a')).rejects.toThrow('closed')
    expect(await Promise.all([second.call('a'), third.call('a')])).toEqual(['2a', '3a'])
    await expect(second.call('die')).rejects.toThrow('the worker has ended')
    await expect(third.call('a')).rejects.toThrow('the worker has ended')
    expect(deaths.sort()).toEqual(['2', '3'])
  })
})
