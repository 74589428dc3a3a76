import { expect, it } from '@jest/globals'
import { createBackgroundWork } from './background-work.js'

it('work beyond the room is dropped, and one company does not take all places', async () => {
  const { begin, idle } = createBackgroundWork({ atOnce: 3, perCompany: 2 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (companyId: number): void =>
    begin(companyId, () => {
      begun.push(companyId)
      return new Promise((resolve) => ends.push(resolve))
    })
  for (const companyId of [1, 1, 1, 2, 3]) work(companyId)
  expect(begun).toEqual([1, 1, 2])
  for (const end of ends.splice(0)) end()
  await idle()
  for (const companyId of [3, 1]) work(companyId)
  expect(begun).toEqual([1, 1, 2, 3, 1])
})
