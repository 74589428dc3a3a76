import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { createFileTurns } from './file-turns.js'

it('a hundred large files of one company take little memory, and delay neither small ones nor other companies', async () => {
  const turns = createFileTurns()
  const begun: string[] = []
  const ask = (companyId: number, bytes: number): void =>
    void turns({ companyId, later: false }, bytes, () => {
      begun.push(`${companyId}: ${bytes}`)
      return new Promise(() => undefined)
    })
  for (let n = 0; n < 100; n++) ask(1, 5_000_000)
  ask(1, 10_000)
  ask(2, 6_000_000)
  await turn()
  expect(begun).toEqual(['1: 5000000', '1: 5000000', '1: 10000', '2: 6000000'])
})
