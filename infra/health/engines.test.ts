import { describe, expect, it } from '@jest/globals'
import { createEngineWatch } from './engines.js'

const setUp = () => {
  const state = { store: 'up' as 'up' | 'down' | 'silent', asked: 0, now: 0 }
  const lines: string[] = []
  const log = (fields: object, text?: string) => void lines.push(`${text}: ${JSON.stringify(fields)}`)
  let answer = (): void => undefined
  const watch = createEngineWatch({
    probes: {
      store: async () => {
        state.asked++
        if (state.store === 'down') throw new Error('refused')
        if (state.store === 'silent') await new Promise<void>((resolve) => (answer = resolve))
      },
      bus: async () => undefined,
    },
    logger: { info: log, error: log } as never,
    answerWithin: 20,
    elapsed: () => state.now,
  })
  return { state, lines, watch, answer: () => answer() }
}

describe('the health check of the engines', () => {
  it('considers engines up until one does not answer, and logs the change once', async () => {
    const { state, lines, watch } = setUp()
    expect(watch.all()).toEqual({ store: true, bus: true })
    state.store = 'down'
    await watch.check()
    await watch.check()
    expect(watch.all()).toEqual({ store: false, bus: true })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^an engine is away: .*"engine":"store"/)
    state.store = 'up'
    await watch.check()
    expect(watch.up('store')).toBe(true)
    expect(lines[1]).toMatch(/^an engine is back/)
  })

  it('considers an engine with an unanswered probe down, and does not probe it again until the answer', async () => {
    const { state, lines, watch, answer } = setUp()
    state.store = 'silent'
    await watch.check()
    // One late response may come from a busy machine.
    expect([watch.up('store'), lines]).toEqual([false, []])
    await watch.check()
    expect([watch.up('store'), state.asked, lines.length]).toEqual([false, 1, 1])
    state.store = 'up'
    answer()
    await watch.check()
    await watch.check()
    expect([watch.up('store'), state.asked, lines.length]).toEqual([true, 2, 2])
  })

  it('considers an engine down after a refused write, until a write succeeds or ten seconds have passed', async () => {
    const { state, lines, watch } = setUp()
    let outcome: unknown = { ok: false, error: { kind: 'unavailable', message: 'the disk is full' } }
    const port = watch.writing('store', { append: async () => outcome, other: async () => 1 }, ['append'])
    await port.append()
    await watch.check()
    expect([watch.missing(), watch.up('store')]).toEqual([['store'], true])
    expect(lines).toEqual([
      'an engine is away: {"engine":"store","outage":"begun","reason":"the disk is full"}',
    ])
    await port.other()
    expect(watch.missing()).toEqual(['store'])
    state.now = 4000
    outcome = { ok: true }
    await port.append()
    expect([watch.missing(), lines[1]]).toEqual([
      [],
      'an engine is back: {"engine":"store","outage":"ended","seconds":4}',
    ])

    // A conflict is a response of an available engine.
    outcome = { ok: false, error: { kind: 'conflict' } }
    await port.append()
    expect(watch.missing()).toEqual([])
    outcome = Promise.reject(new Error('not now'))
    await expect(port.append()).rejects.toThrow('not now')
    expect(watch.missing()).toEqual(['store'])
    state.now = 14_000
    await watch.check()
    expect(watch.missing()).toEqual([])
  })
})
