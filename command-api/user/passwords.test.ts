import { stat } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { createPasswords } from './passwords.js'

const givenPasswords = () => {
  const kept = new Map<string, { value: Buffer; revision: number }>()
  return createPasswords({
    getMany: async (keys) => new Map([...kept].filter(([key]) => keys.includes(key))) as never,
    commit: (async (writes: readonly { key: string; value: Buffer | null }[]) => {
      for (const { key, value } of writes) if (value !== null) kept.set(key, { value, revision: 1 })
    }) as never,
  })
}

it('a password is right or wrong, and one of an unknown user is wrong', async () => {
  const passwords = givenPasswords()
  await passwords.store('password/1', await passwords.hash('canario-azul', 7))
  expect(await passwords.isRight('password/1', 'canario-azul')).toBe(true)
  expect(await passwords.isRight('password/1', 'canario-verde')).toBe(false)
  expect(await passwords.isRight(null, 'canario-azul')).toBe(false)
})

it('a company that creates many users does not delay other companies', async () => {
  const passwords = givenPasswords()
  const made: string[] = []
  const make = (companyId: number, name: string) =>
    passwords.hash('canario-azul', companyId).then(() => void made.push(name))
  const all = [...Array(6).keys()].map((n) => make(1, `1: ${n}`))
  all.push(make(2, 'of 2'))
  await Promise.all(all)
  expect(made.indexOf('of 2')).toBe(1)
})

it('files and signatures find a thread while many passwords are checked and made', async () => {
  const passwords = givenPasswords()
  let done = 0
  const all = [...Array(12).keys()].flatMap((n) => [
    passwords.hash('canario-azul', n).then(() => ++done),
    passwords.isRight(null, 'canario-azul').then(() => ++done),
  ])
  await new Promise(setImmediate)
  await stat('.')
  expect(done).toBeLessThan(6)
  await Promise.all(all)
})
