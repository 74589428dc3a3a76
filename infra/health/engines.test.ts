import { describe, expect, it } from '@jest/globals'
import { createEngineWatch } from './engines.js'

const setUp = () => {
  const state = { store: 'up' as 'up' | 'down' | 'silent', asked: 0 }
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
  })
  return { state, lines, watch, answer: () => answer() }
}

describe('the watch over the engines', () => {
  it('takes them for up until one does not answer, and tells the change once', async () => {
    const { state, lines, watch } = setUp()
    expect(watch.all()).toEqual({ store: true, bus: true })
    state.store = 'down'
    await watch.look()
    await watch.look()
    expect(watch.all()).toEqual({ store: false, bus: true })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^an engine is away: .*"engine":"store"/)
    state.store = 'up'
    await watch.look()
    expect(watch.up('store')).toBe(true)
    expect(lines[1]).toMatch(/^an engine is back/)
  })

  it('takes one that owes an answer for away, and does not ask it again until it has answered', async () => {
    const { state, watch, answer } = setUp()
    state.store = 'silent'
    await watch.look()
    await watch.look()
    expect([watch.up('store'), state.asked]).toEqual([false, 1])
    state.store = 'up'
    answer()
    await watch.look()
    await watch.look()
    expect([watch.up('store'), state.asked]).toEqual([true, 2])
  })
})
