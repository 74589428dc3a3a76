import { afterEach, describe, expect, it } from '@jest/globals'
import { engineAddress } from './address.js'
import { type StartedEngine, serveEngines } from './serve.mjs'

/** A test double of the run's containers, without Docker. */
const containersDouble = (docker: boolean, start?: () => Promise<StartedEngine>) => {
  const calls: string[] = []
  const starter = (name: string) => async () => {
    calls.push(`start ${name}`)
    return start?.() ?? { address: `${name}:9092`, stop: async () => void calls.push(`stop ${name}`) }
  }
  return {
    calls,
    load: async () => ({
      starters: { KAFKA_BROKERS: starter('kafka'), MONGODB_URL: starter('mongo') },
      dockerAnswers: async () => {
        calls.push('ask Docker')
        return docker
      },
    }),
  }
}

describe('the address of an engine', () => {
  let served: Awaited<ReturnType<typeof serveEngines>> | undefined
  afterEach(async () => {
    await served?.close()
    served = undefined
  })
  const ask = (variable: 'EVENTSTORE_URL' | 'KAFKA_BROKERS' | 'MONGODB_URL', named = '') =>
    engineAddress(variable, 'a test of this', { [variable]: named, TEST_ENGINES_URL: served?.url })

  it('is that of the environment variable, and no container is started', async () => {
    const { calls, load } = containersDouble(true)
    served = await serveEngines(load)
    expect(await ask('KAFKA_BROKERS', 'kafka-1:9092')).toBe('kafka-1:9092')
    expect(calls).toEqual([])
  })

  it('is that of a container for all suites, which is stopped at the end', async () => {
    const { calls, load } = containersDouble(true)
    served = await serveEngines(load)
    expect(await Promise.all([ask('KAFKA_BROKERS'), ask('KAFKA_BROKERS')])).toEqual([
      'kafka:9092',
      'kafka:9092',
    ])
    expect(await ask('MONGODB_URL')).toBe('mongo:9092')
    expect(calls).toEqual(['ask Docker', 'start kafka', 'start mongo'])
    await served.close()
    served = undefined
    expect(calls.slice(3)).toEqual(['stop kafka', 'stop mongo'])
  })

  it('is absent if Docker does not answer', async () => {
    const { calls, load } = containersDouble(false)
    served = await serveEngines(load)
    expect(await ask('KAFKA_BROKERS')).toBeNull()
    expect(calls).toEqual(['ask Docker'])
  })

  it('is absent if the container does not start or the engine is unknown', async () => {
    const { load } = containersDouble(true, () => Promise.reject(new Error('no such image')))
    served = await serveEngines(load)
    expect(await ask('MONGODB_URL')).toBeNull()
    expect(await ask('EVENTSTORE_URL')).toBeNull()
  })

  it('is absent outside of a test run', async () => {
    expect(await ask('MONGODB_URL')).toBeNull()
  })
})
