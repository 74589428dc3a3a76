import { NO_USAGE, usageKey } from '@guiche/contracts/settings/send-limits.js'
import { expect, it } from '@jest/globals'
import { createMemoryVault } from '../testing/memory-vault.js'
import { createRateUsageBook } from './rate-usage.js'

const CONNECTION = 4
const day = { start: 1_000, count: 7 }

it('the rate usage keeps the later end of a restriction', async () => {
  const book = createRateUsageBook(createMemoryVault(), 1_000)
  book.set(CONNECTION, { ...NO_USAGE, restrictedUntil: 9_000 })
  book.set(CONNECTION, { ...NO_USAGE, day, restrictedUntil: 5_000 })
  expect(await book.get(CONNECTION, null)).toEqual({ ...NO_USAGE, day, restrictedUntil: 9_000 })
})

it('the rate usage belongs to a number: it survives relinking, but not a change of number', async () => {
  const vault = createMemoryVault()
  const before = createRateUsageBook(vault, 1_000)
  const usage = { ...NO_USAGE, day, restrictedUntil: 9_000, number: '5511' }
  before.set(CONNECTION, usage)
  await before.save()
  const after = createRateUsageBook(vault, 1_000)
  expect(await after.get(CONNECTION, '5511')).toEqual(usage)
  expect(await after.get(CONNECTION, null)).toEqual(usage)
  expect(await after.get(CONNECTION, '5522')).toEqual({ ...NO_USAGE, number: '5522' })
  after.set(CONNECTION, { ...NO_USAGE, number: '5522' })
  expect(await after.get(CONNECTION, '5522')).toMatchObject({ restrictedUntil: 0 })
})

it('the rate usage of an older release is taken for the linked number’s', async () => {
  const vault = createMemoryVault()
  await vault.commit([{ key: usageKey(CONNECTION), value: Buffer.from(JSON.stringify({ day })) }])
  const book = createRateUsageBook(vault, 1_000)
  expect(await book.get(CONNECTION, '5511')).toEqual({ ...NO_USAGE, day, number: '5511' })
})

it('the rate usage that is set during a read is not overwritten by the read', async () => {
  const book = createRateUsageBook(createMemoryVault(), 1_000)
  const reading = book.get(CONNECTION, null)
  book.set(CONNECTION, { ...NO_USAGE, day })
  expect((await reading).day).toEqual(day)
  expect((await book.get(CONNECTION, null)).day).toEqual(day)
})
