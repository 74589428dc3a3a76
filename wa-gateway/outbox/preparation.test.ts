import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { describe, expect, it } from '@jest/globals'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'
import { createPreparation } from './preparation.js'

const messageOf = (id: string, connectionId = 1) => ({ id, connectionId }) as MessageDoc
const line = {} as ProviderSession
const failed: Outcome = { kind: 'failed', code: 'ERR_MEDIA_TYPE', detail: 'file' }

/** `ask`: the outcome of a message whose preparation ends in this way; `begun`: prepared messages, in order. */
const setUp = () => {
  const state = { away: null as Error | null }
  const info = async () => {
    if (state.away !== null) throw state.away
    return null
  }
  const makeReady = createPreparation({
    blobs: { info },
    atOnce: 2,
    whenFull: 'aside',
    code: 'ERR_SENDING_WAPP_MSG',
  })
  const begun: string[] = []
  const ask = (id: string, outcome: Outcome | null = null, on = line, connectionId = 1) =>
    makeReady(messageOf(id, connectionId), on, async () => {
      begun.push(id)
      return outcome
    })
  const wait = async (outcome: Outcome | null) => {
    if (outcome?.kind !== 'aside') throw new Error('it is not aside')
    await outcome.ready
  }
  return { state, makeReady, begun, ask, wait }
}

describe('the preparation of a file', () => {
  it('runs once, then the file may be sent', async () => {
    const { ask, wait, begun } = setUp()
    const first = ask('a')
    expect(ask('a')).toEqual(first)
    await wait(first)
    expect(ask('a')).toBeNull()
    expect(begun).toEqual(['a'])
  })

  it('reports its failure once, so that a later try prepares again', async () => {
    const { ask, wait, begun } = setUp()
    await wait(ask('a', failed))
    expect(ask('a')).toEqual(failed)
    await wait(ask('a'))
    expect(ask('a')).toBeNull()
    expect(begun).toEqual(['a', 'a'])
  })

  it('runs again on the next line if its line ended, but not before', async () => {
    const { ask, wait, begun } = setUp()
    await wait(ask('a', { kind: 'halt' }))
    expect(ask('a')).toEqual({ kind: 'halt' })
    await wait(ask('a', { kind: 'halt' }))
    const next = { ...line }
    await wait(ask('a', null, next))
    expect(ask('a', null, next)).toBeNull()
    expect(begun).toEqual(['a', 'a', 'a'])
  })

  it('counts as failed if interrupted, so that it is not tried for ever', async () => {
    const { makeReady, wait } = setUp()
    const make = () => Promise.reject(new Error('odd picture'))
    await wait(makeReady(messageOf('a'), line, make))
    const fault = { kind: 'fault', code: 'ERR_SENDING_WAPP_MSG', detail: 'Error: odd picture' }
    expect(makeReady(messageOf('a'), line, make)).toEqual(fault)
  })

  it('is repeated without limit while the file store is unavailable', async () => {
    const { state, makeReady, wait } = setUp()
    state.away = new Error('the files are away')
    const make = () => Promise.reject(new Error('no file'))
    await wait(makeReady(messageOf('a'), line, make))
    expect(() => makeReady(messageOf('a'), line, make)).toThrow(state.away)
  })

  it('is limited to two files at a time for each connection', async () => {
    const { ask, wait, begun } = setUp()
    const [first] = [ask('a'), ask('b')]
    const third = ask('c')
    const other = ask('d', null, line, 2)
    expect(begun).toEqual(['a', 'b', 'd'])
    await wait(first)
    await wait(third)
    await wait(other)
    await wait(ask('c'))
    expect(begun).toEqual(['a', 'b', 'd', 'c'])
  })
})
