import { toPosition } from '@guiche/contracts/envelope.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { tempVault } from '../../infra/vault/testing/temp-vault.js'
import { cutPositions } from './cut-positions.js'

let vault: Vault
let close: () => Promise<void>
beforeEach(async () => {
  ;({ vault, close } = await tempVault())
})
afterEach(() => close())

const keepEntries = (entries: Readonly<Record<string, string>>) =>
  vault.commit(Object.entries(entries).map(([key, value]) => ({ key, value: Buffer.from(value) })))
const heldEntries = async () => {
  const entries = await vault.getMany(await vault.list(''))
  return Object.fromEntries([...entries].map(([key, { value, epoch }]) => [key, [value.toString(), epoch]]))
}

it('positions beyond the store’s end are set to its end; other positions and values stay', async () => {
  await keepEntries({
    'wa/1/obeyed': toPosition(900),
    'wa/1/read-up-to': toPosition(501),
    'wa/2/obeyed': toPosition(500),
    'wa/2/read-up-to': '',
    'wa/2/creds': toPosition(900),
    'capacity/7': toPosition(900),
    'capacity/8': toPosition(499),
  })
  const cut = {
    'wa/1/obeyed': [toPosition(500), 2],
    'wa/1/read-up-to': [toPosition(500), 2],
    'wa/2/obeyed': [toPosition(500), 1],
    'wa/2/read-up-to': ['', 1],
    'wa/2/creds': [toPosition(900), 1],
    'capacity/7': [toPosition(500), 2],
    'capacity/8': [toPosition(499), 1],
  }
  await cutPositions(vault, toPosition(500))
  expect(await heldEntries()).toEqual(cut)
  await cutPositions(vault, toPosition(500))
  expect(await heldEntries()).toEqual(cut)
})

it('more connections than one page holds are handled', async () => {
  const keys = Array.from({ length: 1201 }, (_, id) => `wa/${id}/obeyed`)
  await keepEntries(Object.fromEntries(keys.map((key) => [key, toPosition(9)])))
  await cutPositions(vault, toPosition(3))
  expect(new Set(Object.values(await heldEntries()).map(([value]) => value))).toEqual(
    new Set([toPosition(3)]),
  )
})
