import { addressBookPrefix } from '@guiche/contracts/contact/imports.js'
import { expect, it } from '@jest/globals'
import { addressBook } from './address-book.js'

it('the names of a phone’s address book have at most 50 characters, and no half of one', async () => {
  const entry = { name: `${'a'.repeat(49)}😀`, pn: '5511987654321', lid: null }
  const key = `${addressBookPrefix(1)}5511987654321`
  const value = Buffer.from(JSON.stringify(entry))
  const vault = { list: async () => [key], getMany: async () => new Map([[key, { value, epoch: 1 }]]) }
  expect(await addressBook(vault, 1)).toMatchObject([{ name: 'a'.repeat(49) }])
})
