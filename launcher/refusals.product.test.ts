import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { signIn } from './testing/client.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

describe('a refused start', () => {
  let running: ProductProcess
  let folder: string
  beforeAll(async () => {
    running = await startProductProcess()
    folder = await mkdtemp(join(tmpdir(), 'guiche-'))
  })
  afterAll(async () => {
    await running?.stop()
    if (running !== undefined) await removeData(running.dataDir)
    if (folder !== undefined) await removeData(folder)
  })

  /** Output of a product that exits by itself. The output has no stack trace. */
  const refusal = async (options: Parameters<typeof startProductProcess>[0]): Promise<string> => {
    const failure = await startProductProcess(options).then(
      () => new Error('it started'),
      (reason: Error) => reason,
    )
    expect(failure.message).toMatch(/^the product ended with 1 /)
    expect(failure.message).not.toMatch(/^ {4}at /m)
    return /guiche: .*/.exec(failure.message)?.[0] ?? failure.message
  }

  it('reports that another process has the folder', async () => {
    const said = await refusal({ dataDir: running.dataDir })
    expect(said).toBe(`guiche: ${running.dataDir} is in use by another Guichê`)
  })
  it('reports that the port is taken', async () => {
    const { port } = new URL(running.url)
    expect(await refusal({ dataDir: folder, env: { PORT: port } })).toContain(
      `:${port} cannot be listened on`,
    )
  })
  it('reports another SECRET_KEY', async () => {
    const said = await refusal({ dataDir: folder, env: { SECRET_KEY: 'y'.repeat(40) } })
    expect(said).toContain('SECRET_KEY is not the one')
  })
  it('reports that the data folder is no folder', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await refusal({ dataDir: file })).toContain(`${file} cannot be used`)
  })
  it('names the damaged file, and leaves it unchanged', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'guiche-'))
    await writeFile(join(dataDir, 'events.db'), 'no database'.repeat(1000))
    expect(await refusal({ dataDir })).toContain('events.db: file is not a database')
    await removeData(dataDir)
  })
  it('is not caused by damaged views, which are rebuilt', async () => {
    const first = await startProductProcess()
    await first.stop()
    await writeFile(join(first.dataDir, 'read.db'), 'no database'.repeat(1000))
    const again = await startProductProcess({ dataDir: first.dataDir })
    expect((await signIn(again.url, ADMIN.email, ADMIN.password)).user.name).toBe('Admin')
    expect(await again.stop()).toBe(0)
    await removeData(first.dataDir)
  })
})
