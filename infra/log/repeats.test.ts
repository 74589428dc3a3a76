import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createLogger } from './log.js'

const refusedError = () =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:19092'), { code: 'ECONNREFUSED' })
const begun = { engine: 'event-bus', outage: 'begun', reason: 'no answer' }
const ended = { engine: 'event-bus', outage: 'ended', seconds: 20 }

const setUp = (level = 'info') => {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const logger = createLogger({ level, pretty: false, name: 'test', destination })
  const after = (ms: number) => jest.advanceTimersByTime(ms)
  const told = () => lines.map(({ msg, times }) => (times === undefined ? msg : `${msg} ×${times}`))
  return { logger, lines, after, told }
}

describe('the log', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('writes an equal failure once a minute, with its count, even if numbers in its text differ', () => {
    const { logger, after, told } = setUp()
    for (let n = 0; n < 90; n++) {
      logger
        .child({ n })
        .error({ err: new Error(`ticket ${n} is broken`), correlationId: `c${n}` }, 'request failed')
      after(1000)
    }
    after(60_000)
    expect(told()).toEqual(['request failed', 'request failed ×59', 'request failed ×30'])
    logger.error({ err: new Error('ticket 7 is broken') }, 'request failed')
    after(120_000)
    logger.error({ err: new Error('ticket 8 is broken') }, 'request failed')
    expect(told()).toHaveLength(5)
  })

  it('distinguishes different failures, and never counts alarms and lines without failure', () => {
    const { logger, told } = setUp()
    logger.error({ err: new Error('one') }, 'request failed')
    logger.error({ err: new Error('another') }, 'request failed')
    logger.error({ err: new TypeError('one') }, 'request failed')
    logger.warn({ error: 'one', topic: 'events' }, 'a batch failed')
    logger.warn({ error: 'one', topic: 'reports' }, 'a batch failed')
    for (const item of ['a', 'b']) logger.error({ alarm: 'parked', item, err: new Error('one') }, 'parked')
    for (const account of ['a', 'b']) logger.warn({ account }, 'a sign-in was refused')
    for (const n of [1, 2]) logger.info({ n, err: new Error('one') }, 'as asked')
    expect(told()).toHaveLength(11)
  })

  it('writes two lines for an outage; the second counts the failures meanwhile', () => {
    const { logger, lines, after, told } = setUp()
    // Failures come before the engine watch reports the outage.
    for (let n = 0; n < 40; n++)
      logger.warn({ err: refusedError(), topic: 'events' }, 'a consumer tries again')
    after(6000)
    expect(lines).toEqual([])
    logger.error(begun, 'an engine is away')
    for (let n = 0; n < 57; n++) logger.warn({ error: 'KafkaJSError: gone' }, 'reports cannot be written')
    after(180_000)
    logger.info(ended, 'an engine is back')
    after(180_000)
    expect(told()).toEqual(['an engine is away', 'an engine is back'])
    expect(lines[1]).toMatchObject({
      meanwhile: { 'a consumer tries again': 40, 'reports cannot be written': 57 },
    })
    logger.error(begun, 'an engine is away')
    logger.info(ended, 'an engine is back')
    expect(lines.at(-1)).not.toHaveProperty('meanwhile')
  })

  it('reports a failing connection even while the health check finds the engine up', () => {
    const { logger, after, told } = setUp()
    for (let n = 0; n < 3; n++) logger.warn({ err: refusedError() }, 'a consumer tries again')
    after(7000)
    expect(told()).toEqual(['a consumer tries again ×3'])
  })

  it('reports other failures during an outage', () => {
    const { logger, told } = setUp()
    logger.error(begun, 'an engine is away')
    logger.error({ err: new TypeError('x is unavailable') }, 'request failed')
    logger.warn({ error: 'the picture is broken' }, 'a session failed')
    expect(told()).toEqual(['an engine is away', 'request failed', 'a session failed'])
  })

  it('has written all counts when its process ends', async () => {
    const log = fileURLToPath(new URL('./log.ts', import.meta.url))
    const code = `
      import { createLogger } from ${JSON.stringify(log)}
      createLogger({ level: 'info', pretty: false, name: 'x' }).error({ err: new Error('connect ECONNREFUSED') }, 'stopping failed')
      process.exit(1)`
    const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', code]
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, (_failure, stdout, stderr) => resolve(`${stdout}${stderr}`))
    })
    expect(output).toContain('stopping failed')
  })

  it('writes its held-back counts before the last lines of a process', () => {
    const { logger, told } = setUp()
    logger.warn({ err: refusedError() }, 'a consumer tries again')
    logger.fatal({ err: refusedError() }, 'ended')
    expect(told()).toEqual(['a consumer tries again', 'ended'])
  })

  it('writes each failure at level debug', () => {
    const { logger, told } = setUp('debug')
    logger.error(begun, 'an engine is away')
    for (let n = 0; n < 3; n++) logger.warn({ err: refusedError() }, 'a consumer tries again')
    expect(told()).toHaveLength(4)
  })
})
