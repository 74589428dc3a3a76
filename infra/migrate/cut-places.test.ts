import { toPosition } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { tempVault } from '../vault/testing/temp-vault.js'
import type { Vault } from '../vault/vault.js'
import { cutPlaces } from './cut-places.js'

let vault: Vault
let close: () => Promise<void>
beforeEach(async () => {
  ;({ vault, close } = await tempVault())
})
afterEach(() => close())

const keep = (entries: Readonly<Record<string, string>>) =>
  vault.commit(Object.entries(entries).map(([key, value]) => ({ key, value: Buffer.from(value) })))
const held = async () => {
  const entries = await vault.getMany(await vault.list(''))
  return Object.fromEntries([...entries].map(([key, { value, epoch }]) => [key, [value.toString(), epoch]]))
}

it('puts places behind the end of the store at its end, and leaves all others and everything else alone', async () => {
  await keep({
    'wa/1/obeyed': toPosition(900),
    'wa/1/read-up-to': toPosition(501),
    'wa/2/obeyed': toPosition(500),
    'wa/2/read-up-to': '',
    'wa/2/creds': toPosition(900),
  })
  const cut = {
    'wa/1/obeyed': [toPosition(500), 2],
    'wa/1/read-up-to': [toPosition(500), 2],
    'wa/2/obeyed': [toPosition(500), 1],
    'wa/2/read-up-to': ['', 1],
    'wa/2/creds': [toPosition(900), 1],
  }
  await cutPlaces(vault, toPosition(500))
  expect(await held()).toEqual(cut)
  await cutPlaces(vault, toPosition(500))
  expect(await held()).toEqual(cut)
})

it('takes more connections than fit into one page', async () => {
  const keys = Array.from({ length: 1201 }, (_, id) => `wa/${id}/obeyed`)
  await keep(Object.fromEntries(keys.map((key) => [key, toPosition(9)])))
  await cutPlaces(vault, toPosition(3))
  expect(new Set(Object.values(await held()).map(([value]) => value))).toEqual(new Set([toPosition(3)]))
})
