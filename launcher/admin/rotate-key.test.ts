import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createTokens } from '@guiche/infra/http/tokens.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { rotateInFolder } from './rotate-key.js'

let folder: Awaited<ReturnType<typeof tempDir>>
beforeEach(async () => {
  folder = await tempDir()
  await runInstallation({})
})
afterEach(() => folder.remove())

type Env = Readonly<Record<string, string>>
const OUTSIDE = 'a key that is kept outside of the folder'
const keyFile = () => join(folder.dir, 'secret.key')

/** Starts and stops an installation with these settings. */
const runInstallation = async (env: Env): Promise<void> => {
  const vault = await createEmbeddedVault({ dir: folder.dir, secretKey: loadSecretKey(folder.dir, env) })
  await vault.close()
}

it('key rotation replaces secret.key; a token under the stolen key is refused', async () => {
  const stolen = await readFile(keyFile(), 'utf8')
  const tokens = () => createTokens(deriveKey(loadSecretKey(folder.dir, {}), 'tokens'))
  const caller = {
    userId: 1,
    sessionId: 's',
    companyId: 1,
    profile: 'admin',
    super: true,
    name: 'A',
    allTicket: true,
    queueIds: [],
  } as const
  const forged = await tokens().sign(caller, new Date())
  expect(await tokens().verify(forged, new Date())).toMatchObject({ ok: true })
  expect(await rotateInFolder(folder.dir, {})).toMatchObject({ ok: true })
  expect(await readFile(keyFile(), 'utf8')).not.toBe(stolen)
  await runInstallation({})
  expect(await tokens().verify(forged, new Date())).toEqual({ ok: false, error: 'invalid' })
})

it('key rotation moves the key from the data folder to SECRET_KEY, and back', async () => {
  expect(await rotateInFolder(folder.dir, { SECRET_KEY: OUTSIDE })).toMatchObject({ ok: true })
  await expect(readFile(keyFile())).rejects.toThrow('ENOENT')
  await runInstallation({ SECRET_KEY: OUTSIDE })
  const told = await rotateInFolder(folder.dir, { SECRET_KEY: OUTSIDE })
  expect(told).toMatchObject({ ok: false, error: expect.stringContaining('OLD_SECRET_KEY') })
  expect(await rotateInFolder(folder.dir, { OLD_SECRET_KEY: OUTSIDE })).toMatchObject({ ok: true })
  await runInstallation({})
})

it('an interrupted key rotation resumes with its new key; until then no start is possible', async () => {
  await writeFile(join(folder.dir, 'secret.key.next'), `${'n'.repeat(64)}\n`)
  expect(() => loadSecretKey(folder.dir, {})).toThrow('rotate-key')
  expect(await rotateInFolder(folder.dir, {})).toMatchObject({ ok: true })
  expect(loadSecretKey(folder.dir, {}).toString()).toBe('n'.repeat(64))
  await runInstallation({})
})

it('key rotation changes nothing if the vault has another key', async () => {
  const key = await readFile(keyFile())
  await writeFile(keyFile(), 'k'.repeat(64))
  expect(await rotateInFolder(folder.dir, {})).toMatchObject({ ok: false })
  await writeFile(keyFile(), key)
  await runInstallation({})
})
