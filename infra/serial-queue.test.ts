import { describe, expect, it } from '@jest/globals'
import { createSerialQueue } from './serial-queue.js'

const loggingTask = (log: string[], name: string) => async () => {
  log.push(`begins ${name}`)
  await new Promise((resolve) => setImmediate(resolve))
  log.push(`ends ${name}`)
  return name
}

describe('a serial queue', () => {
  it('runs tasks of a key one after another, and returns their results', async () => {
    const log: string[] = []
    const queue = createSerialQueue()
    const results = await Promise.all(['1', '2', '3'].map((name) => queue('a', loggingTask(log, name))))
    expect(results).toEqual(['1', '2', '3'])
    expect(log).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2', 'begins 3', 'ends 3'])
  })

  it('runs tasks of different keys side by side', async () => {
    const log: string[] = []
    const queue = createSerialQueue<number>()
    await Promise.all([queue(1, loggingTask(log, '1')), queue(2, loggingTask(log, '2'))])
    expect(log).toEqual(['begins 1', 'begins 2', 'ends 1', 'ends 2'])
  })

  it('continues after a failed task, and reports its failure', async () => {
    const queue = createSerialQueue()
    const failed = queue('a', async () => Promise.reject(new Error('no')))
    const next = queue('a', async () => 'next')
    expect([queue.busy('a'), queue.busy('b')]).toEqual([true, false])
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
    expect(queue.busy('a')).toBe(false)
  })

  it('is idle when all tasks have ended', async () => {
    const log: string[] = []
    const queue = createSerialQueue()
    queue('a', async () => Promise.reject(new Error('no'))).catch(() => undefined)
    void queue('a', loggingTask(log, '1'))
    void queue('b', loggingTask(log, '2'))
    await queue.idle()
    expect(log).toHaveLength(4)
    await queue.idle()
  })
})
