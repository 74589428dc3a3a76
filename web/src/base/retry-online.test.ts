import { describe, expect, it } from '@jest/globals'
import { retryOnline } from './retry-online.js'

/** Gives these outcomes in order, and throws errors among them. */
const inTurn = <T>(...outcomes: (T | Error)[]) => {
  const left = [...outcomes]
  const played = async (): Promise<T> => {
    const next = left.shift()
    if (next === undefined || next instanceof Error) throw next ?? new Error('once too often')
    return next
  }
  return { played, left }
}
const gone = new Error('no such file')

describe('loading a part of the app', () => {
  it('sends no request if the module is there', async () => {
    const load = inTurn('page')
    const answers = inTurn<boolean>()
    expect(await retryOnline(load.played, answers.played, false, 0)).toBe('page')
  })

  it('waits for a server that is away, and tries again', async () => {
    const load = inTurn<string>(gone, 'page')
    const answers = inTurn<boolean>(false, false, true)
    expect(await retryOnline(load.played, answers.played, false, 0)).toBe('page')
    expect(answers.left).toEqual([])
  })

  it('makes no attempt while the server is known to be away', async () => {
    const load = inTurn<string>('page')
    const answers = inTurn<boolean>(false, true)
    const loaded = async () => {
      expect(answers.left).toEqual([])
      return load.played()
    }
    expect(await retryOnline(loaded, answers.played, true, 0)).toBe('page')
  })

  it('gives up where the server is there and the part is not', async () => {
    const load = inTurn<string>(gone, gone, 'never')
    const answers = inTurn<boolean>(true)
    await expect(retryOnline(load.played, answers.played, false, 0)).rejects.toBe(gone)
    expect(load.left).toEqual(['never'])
  })
})
