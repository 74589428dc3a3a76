import { describe, expect, it } from '@jest/globals'
import { type Candidate, nextInTurn } from './round-robin.js'

interface Work extends Candidate {
  readonly name: string
}
/** `1a`: work `a` of company 1; `1a~`: work that yields to other work. */
const workNamed = (name: string): Work => ({ name, companyId: Number(name[0]), later: name.endsWith('~') })

const givenWork = (...names: readonly string[]) => ({
  when: (limits: {
    atOnce: number
    perCompany: number
    running?: Record<number, number>
    last?: number
  }) => ({
    nextIs: (...expected: readonly string[]): void => {
      const running = new Map(Object.entries(limits.running ?? {}).map(([id, count]) => [Number(id), count]))
      const next = nextInTurn(names.map(workNamed), running, limits, limits.last ?? 0)
      expect(next.map(({ name }) => name)).toEqual(expected)
    },
  }),
})

describe('the choice of the next task', () => {
  it('companies take turns, and each keeps its order', () => {
    givenWork('1a', '1b', '1c', '2a', '3a').when({ atOnce: 4, perCompany: 9 }).nextIs('1a', '2a', '3a', '1b')
  })

  it('one company runs at most its share', () => {
    givenWork('1a', '1b', '1c').when({ atOnce: 9, perCompany: 2 }).nextIs('1a', '1b')
    givenWork('1a', '2a')
      .when({ atOnce: 9, perCompany: 2, running: { 1: 2 } })
      .nextIs('2a')
  })

  it('at most the allowed number is running', () => {
    givenWork('1a', '2a', '3a')
      .when({ atOnce: 3, perCompany: 2, running: { 7: 2 } })
      .nextIs('1a')
    givenWork('1a')
      .when({ atOnce: 2, perCompany: 2, running: { 7: 2 } })
      .nextIs()
  })

  it('the turns continue after the company with the last turn', () => {
    givenWork('1a', '2a', '3a').when({ atOnce: 2, perCompany: 1, last: 2 }).nextIs('3a', '1a')
  })

  it('yielding work runs when nothing else is left', () => {
    givenWork('1a~', '1b', '2a~', '2b').when({ atOnce: 3, perCompany: 2 }).nextIs('1b', '2b', '1a~')
    givenWork('1a~', '1b').when({ atOnce: 9, perCompany: 1 }).nextIs('1b')
  })
})
