import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import type { Limits } from './round-robin.js'
import { createTurns } from './turns.js'

/** Tasks that the test ends. Gives the names of started tasks, in order. */
const givenTasks = (limits: Limits) => {
  const turns = createTurns(limits)
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const ask = (companyId: number, name: string, later = false): Promise<string> =>
    turns({ companyId, later }, () => {
      begun.push(name)
      return new Promise((resolve, reject) => {
        ends.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)))
      })
    })
  const end = async (name: string, failure?: Error): Promise<void> => {
    ends.get(name)?.(failure)
    await turn()
  }
  return { ask, end, begun }
}

it('a company with many tasks does not delay others', async () => {
  const { ask, end, begun } = givenTasks({ atOnce: 3, perCompany: 2 })
  const first = ask(1, '1a')
  for (const name of ['1b', '1c', '1d']) void ask(1, name)
  void ask(2, '2a')
  void ask(3, '3a')
  await turn()
  expect(begun).toEqual(['1a', '1b', '2a'])
  await end('1a')
  expect(await first).toBe('1a')
  expect(begun).toEqual(['1a', '1b', '2a', '3a'])
  await end('3a')
  expect(begun.at(-1)).toBe('1c')
})

it('yielding tasks come last', async () => {
  const { ask, end, begun } = givenTasks({ atOnce: 1, perCompany: 1 })
  void ask(1, '1a')
  void ask(1, '1b later', true)
  void ask(2, '2a')
  await turn()
  await end('1a')
  await end('2a')
  expect(begun).toEqual(['1a', '2a', '1b later'])
})

it('a task that fails gives its place to the next one', async () => {
  const { ask, end, begun } = givenTasks({ atOnce: 1, perCompany: 1 })
  const failing = expect(ask(1, '1a')).rejects.toThrow('broken')
  void ask(1, '1b')
  await turn()
  await end('1a', new Error('broken'))
  await failing
  expect(begun).toEqual(['1a', '1b'])
})

it('of ten thousand tasks at most the allowed number runs at once', async () => {
  const turns = createTurns({ atOnce: 8, perCompany: 3 })
  const underWay = new Map<number, number>()
  let most = 0
  let mostOfOne = 0
  const task = async (companyId: number): Promise<void> => {
    underWay.set(companyId, (underWay.get(companyId) ?? 0) + 1)
    most = Math.max(
      most,
      [...underWay.values()].reduce((sum, count) => sum + count, 0),
    )
    mostOfOne = Math.max(mostOfOne, ...underWay.values())
    await turn()
    underWay.set(companyId, (underWay.get(companyId) ?? 0) - 1)
  }
  for (let round = 0; round < 2; round++) {
    await Promise.all(
      Array.from({ length: 5000 }, (_, n) => turns({ companyId: n % 3, later: false }, () => task(n % 3))),
    )
  }
  expect({ most, mostOfOne }).toEqual({ most: 8, mostOfOne: 3 })
})
