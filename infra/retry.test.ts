import { describe, expect, it } from '@jest/globals'
import { retry } from './retry.js'

/** Fails `times` times, then gives the number of attempts. */
const failingWork = (times: number) => {
  let tries = 0
  return async () => {
    if (++tries <= times) throw new Error(`try ${tries}`)
    return tries
  }
}

describe('a retry', () => {
  it('tries until it works, with pauses that double up to the longest', async () => {
    const pauses: number[] = []
    const onFailure = (_: unknown, pause: number) => void pauses.push(pause)
    expect(await retry(failingWork(4), { first: 1, longest: 3, onFailure })).toBe(5)
    expect(pauses).toEqual([1, 2, 3, 3])
  })

  it('ends with an error that the handler throws after a failure', async () => {
    const onFailure = (failure: unknown) => {
      if ((failure as Error).message === 'try 2') throw failure
    }
    await expect(retry(failingWork(9), { first: 1, onFailure })).rejects.toThrow('try 2')
  })

  it('stops in the middle of a pause when the signal aborts', async () => {
    const abort = new AbortController()
    const onFailure = () => void setImmediate(() => abort.abort())
    expect(await retry(failingWork(9), { first: 3_600_000, onFailure, signal: abort.signal })).toBe('stopped')
    expect(await retry(failingWork(0), { first: 1, signal: abort.signal })).toBe('stopped')
  })

  it('makes no attempt after the abort', async () => {
    let over = false
    const onFailure = () => {
      over = true
    }
    expect(await retry(failingWork(9), { first: 1, onFailure, isOver: () => over })).toBe('stopped')
  })
})
