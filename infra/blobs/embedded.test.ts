import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { blobsContract } from './contract.suite.js'
import { createEmbeddedBlobs } from './embedded.js'

blobsContract('embedded', async () => {
  const { dir, remove } = await tempDir()
  const blobs = await createEmbeddedBlobs({ dir })
  return {
    blobs,
    close: async () => {
      await blobs.close()
      await remove()
    },
  }
})

const filesIn = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

describe('embedded blobs', () => {
  it('survive a restart; half-written files of a crash are removed', async () => {
    const { dir, remove } = await tempDir()
    const meta = { companyId: 1, mimetype: 'text/plain', fileName: 'a.txt', maxSize: 10 }
    const first = await createEmbeddedBlobs({ dir })
    const info = await first.put(Buffer.from('x'), meta)
    await first.close()
    await mkdir(join(dir, 'blobs', 'incoming'), { recursive: true })
    await writeFile(join(dir, 'blobs', 'incoming', 'half'), 'x')
    const second = await createEmbeddedBlobs({ dir })
    expect(info === 'too-large' ? null : await second.info(info.id)).toEqual(info)
    expect(await filesIn(join(dir, 'blobs'))).toHaveLength(2)
    await second.close()
    await remove()
  })

  it('leave no file after a refusal or removal', async () => {
    const { dir, remove } = await tempDir()
    const blobs = await createEmbeddedBlobs({ dir })
    const meta = { companyId: 1, mimetype: 'text/plain', fileName: 'a.txt', maxSize: 10 }
    await blobs.put(Buffer.alloc(11), meta)
    const info = await blobs.put(Buffer.alloc(10), meta)
    if (info !== 'too-large') await blobs.remove(info.id)
    expect(await filesIn(dir)).toEqual([])
    await blobs.close()
    await remove()
  })
})
