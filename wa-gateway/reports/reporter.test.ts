import type { Report } from '@guiche/contracts/bus/reports.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { describe, expect, it } from '@jest/globals'
import { silentLogger } from '../logger.js'
import { createMemoryBus } from '../testing/memory-bus.js'
import { createReporter } from './reporter.js'

const ackReport = (waId: string, value = 3): Report => ({
  kind: 'ack',
  companyId: 1,
  connectionId: 2,
  fromMe: true,
  waId,
  ack: value,
})

const setUp = () => {
  const { bus, state } = createMemoryBus()
  const seen: string[] = []
  bus.consume<{ waId: string }>({
    topic: TOPICS.reports,
    group: 'x',
    onBatch: async (batch) => {
      for (const { value } of batch) seen.push(value.waId)
    },
  })
  const calls: string[] = []
  let stalled: () => void = () => undefined
  const stall = new Promise<void>((resolve) => {
    stalled = resolve
  })
  const reporter = createReporter({
    eventBus: bus,
    logger: silentLogger,
    stallMs: 50,
    onStall: () => {
      calls.push('stall')
      stalled()
    },
    onRecover: () => calls.push('recover'),
  })
  return { reporter, seen, state, calls, stall }
}

describe('the reporter', () => {
  it('keeps the order of reports', async () => {
    const { reporter, seen } = setUp()
    const names = Array.from({ length: 500 }, (_, index) => `M${index}`)
    await Promise.all(names.map((name) => reporter.report(ackReport(name))))
    expect(seen).toEqual(names)
  })

  it('loses no report that comes at the moment when it has finished', async () => {
    const { reporter, seen } = setUp()
    let next = 0
    const chain = async (): Promise<void> => {
      for (; next < 50; next += 1) {
        await reporter.report(ackReport(`C${next}`))
        for (let turn = 0; turn < next % 5; turn += 1) await Promise.resolve()
      }
    }
    await chain()
    expect(seen).toHaveLength(50)
  })

  it('signals a stall of reports, keeps them, and signals its end', async () => {
    const { reporter, seen, state, calls, stall } = setUp()
    state.broken = true
    const kept = reporter.report(ackReport('A'))
    await stall
    expect(reporter.waiting()).toBe(1)
    state.broken = false
    await kept
    expect(seen).toEqual(['A'])
    expect(calls).toEqual(['stall', 'recover'])
  })

  it('drops a report that does not fit its schema, and no other', async () => {
    const { reporter, seen } = setUp()
    await Promise.all([reporter.report(ackReport('bad', 9)), reporter.report(ackReport('good'))])
    expect(seen).toEqual(['good'])
  })
})
