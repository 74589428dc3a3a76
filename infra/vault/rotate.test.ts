import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { deriveKey, loadNameKeys } from '../keys.js'
import { tempDir } from '../testing/temp-dir.js'
import { createEmbeddedVault } from './embedded.js'
import { HALF_ROTATED, WRONG_KEY } from './names.js'
import { rotateVault, type SealedEntries } from './rotate.js'
import { openSealedEntries } from './sealed-embedded.js'

const [FORMER, NEXT, OTHER] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer]
/** more than two pages */
const MANY = 1203
const KEYS = Array.from({ length: MANY }, (_, n) => `wa/${n}`)

let folder: Awaited<ReturnType<typeof tempDir>>
beforeEach(async () => {
  folder = await tempDir()
  const vault = await openVault(FORMER)
  await vault.commit([
    ...KEYS.map((key) => ({ key, value: Buffer.from(key) })),
    { key: 'refresh/a', value: Buffer.from('a session') },
  ])
  await vault.commit([{ key: 'wa/0', value: Buffer.from('wa/0') }])
  await vault.close()
})
afterEach(() => folder.remove())

const openVault = (secretKey: Buffer) => createEmbeddedVault({ dir: folder.dir, secretKey })

/** Rotates the key of the file; `entries` are its vault entries. */
const rotateFile = async (
  keys: { former: readonly Buffer[]; next: Buffer },
  between: (entries: SealedEntries) => SealedEntries = (entries) => entries,
) => {
  const entries = openSealedEntries(join(folder.dir, 'vault.db'))
  return rotateVault(between(entries), { ...keys, drop: ['refresh/'] }).finally(entries.close)
}

const expectRotated = async (): Promise<void> => {
  await expect(openVault(FORMER)).rejects.toThrow(WRONG_KEY)
  const vault = await openVault(NEXT)
  const found = await vault.getMany(KEYS)
  expect(KEYS.filter((key) => found.get(key)?.value.toString() !== key)).toEqual([])
  // Fencing of other entries still works.
  expect([found.get('wa/0')?.epoch, found.get('wa/1')?.epoch]).toEqual([2, 1])
  expect(await vault.list('refresh/')).toEqual([])
  expect(await loadNameKeys(vault, NEXT)).toEqual({
    claims: deriveKey(FORMER, 'claims'),
    reactors: deriveKey(FORMER, 'reactors'),
  })
  await vault.close()
}

it('a rotation encrypts all values under the new key, ends sessions, and keeps epochs and key names', async () => {
  expect(await rotateFile({ former: [OTHER, FORMER], next: NEXT })).toEqual({
    ok: true,
    value: { sealed: MANY, dropped: 1, unreadable: 0 },
  })
  await expectRotated()
})

it('a rotation resumes after an interruption at any write; meanwhile the vault cannot be opened', async () => {
  for (let cut = 1; ; cut++) {
    let writes = 0
    const broken = rotateFile({ former: [FORMER], next: NEXT }, (entries) => ({
      ...entries,
      write: async (some) => {
        if (++writes === cut) {
          await entries.write(some.slice(0, some.length / 2))
          throw new Error('cut')
        }
        await entries.write(some)
      },
    }))
    const failure = await broken.then(
      () => null,
      (failed: unknown) => failed,
    )
    if (failure === null) break
    const isBegun = cut > 1
    if (isBegun) {
      await expect(openVault(FORMER)).rejects.toThrow(/SECRET_KEY/)
      await expect(openVault(NEXT)).rejects.toThrow(/SECRET_KEY/)
      expect(await rotateFile({ former: [FORMER], next: OTHER })).toMatchObject({ ok: false })
    }
  }
  await expectRotated()
})

it('a vault under two keys is refused with an instruction', async () => {
  let writes = 0
  await rotateFile({ former: [FORMER], next: NEXT }, (entries) => ({
    ...entries,
    write: async (some) => {
      if (++writes === 4) throw new Error('cut')
      await entries.write(some)
    },
  })).catch(() => undefined)
  await expect(openVault(FORMER)).rejects.toThrow(HALF_ROTATED)
  await expect(openVault(NEXT)).rejects.toThrow(HALF_ROTATED)
})

it('a second rotation keeps key names, and is refused without the former key', async () => {
  await rotateFile({ former: [FORMER], next: OTHER })
  expect(await rotateFile({ former: [FORMER], next: NEXT })).toMatchObject({
    ok: false,
    error: expect.stringContaining('OLD_SECRET_KEY'),
  })
  expect(await rotateFile({ former: [OTHER], next: NEXT })).toMatchObject({ value: { sealed: MANY + 2 } })
  await expectRotated()
})
