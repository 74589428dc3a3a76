import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newSecretName } from '../ids.js'
import { until } from '../testing/until.js'
import type { BlobMeta, Blobs } from './blobs.js'

/** What every store of blobs does. */
export const blobsContract = (
  name: string,
  make: () => Promise<{ blobs: Blobs; close(): Promise<void> }>,
): void => {
  describe(`blobs: ${name}`, () => {
    let blobs: Blobs
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ blobs, close } = await make())
    })
    afterAll(() => close())

    const meta: BlobMeta = {
      companyId: 1,
      mimetype: 'image/png',
      fileName: '../../ação "1".png',
      maxSize: 1_000_000,
    }
    const put = async (content: Readable | Buffer, more: Partial<BlobMeta> = {}) => {
      const info = await blobs.put(content, { ...meta, ...more })
      if (info === 'too-large') throw new Error(info)
      return info
    }
    const contentOf = async (id: string, range?: { start: number; end: number }) => {
      const opened = await blobs.open(id, range)
      return opened && buffer(opened.stream)
    }

    it.each([0, 1, 300_000])('gives back %i bytes, with what is known of them', async (size) => {
      const content = randomBytes(size)
      const info = await put(content)
      expect(info).toEqual({
        id: info.id,
        companyId: 1,
        mimetype: 'image/png',
        fileName: '../../ação "1".png',
        size,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      expect(info.id).toMatch(/^[0-9a-z-]{32,}$/)
      expect(await blobs.info(info.id)).toEqual(info)
      expect((await blobs.open(info.id))?.info).toEqual(info)
      expect(await contentOf(info.id)).toEqual(content)
    })

    it('knows how many bytes the files of a company take', async () => {
      const companyId = 77
      let none: number | null = null
      await until(() => {
        blobs.used(companyId).then((bytes) => {
          none = bytes
        })
        return none === 0
      })
      const kept = await put(randomBytes(1000), { companyId })
      const gone = await put(randomBytes(500), { companyId })
      // what is stored counts once, however often it is stored
      await put(randomBytes(1000), { companyId, id: kept.id })
      expect(await blobs.used(companyId)).toBe(1500)
      await blobs.remove(gone.id)
      await blobs.remove(gone.id)
      expect([500, 1000, 1500].includes((await blobs.used(companyId)) ?? 0)).toBe(true)
      expect(await blobs.used(78)).toBe(0)
    })

    it('gives all files of a company, and those alone; what is not counted is among them', async () => {
      const companyId = 79
      const one = await put(randomBytes(10), { companyId })
      const other = await put(randomBytes(20), { companyId, uncounted: true })
      await put(randomBytes(10), { companyId: 80 })
      const gone = await put(randomBytes(10), { companyId })
      await blobs.remove(gone.id)
      const ids: string[] = []
      for await (const { id } of blobs.of(companyId)) ids.push(id)
      expect(ids.sort()).toEqual([one.id, other.id].sort())
      expect(await blobs.info(other.id)).toEqual(other)
    })

    it('takes a stream in pieces', async () => {
      const pieces = Array.from({ length: 20 }, () => randomBytes(10_000))
      const info = await put(Readable.from(pieces))
      expect(await contentOf(info.id)).toEqual(Buffer.concat(pieces))
    })

    it('gives a range of bytes, both ends included', async () => {
      const { id } = await put(Buffer.from('0123456789'))
      expect(String(await contentOf(id, { start: 2, end: 4 }))).toBe('234')
      expect(String(await contentOf(id, { start: 0, end: 0 }))).toBe('0')
      expect(String(await contentOf(id, { start: 8, end: 100 }))).toBe('89')
    })

    it.each([
      { start: 10, end: 10 },
      { start: 4, end: 3 },
      { start: -1, end: 3 },
    ])('refuses the range %j of ten bytes', async (range) => {
      const { id } = await put(Buffer.from('0123456789'))
      await expect(blobs.open(id, range)).rejects.toThrow('range')
    })

    it('gives ids that nobody can guess, so equal files have different ones', async () => {
      const [first, second] = [await put(Buffer.from('x')), await put(Buffer.from('x'))]
      expect(first.id).not.toBe(second.id)
    })

    it('stores the same id once', async () => {
      const id = newSecretName()
      const first = await put(Buffer.from('first'), { id })
      expect(await put(Buffer.from('second'), { id })).toEqual(first)
      expect(String(await contentOf(id))).toBe('first')
    })

    it('stores the same id once, twenty at once, with the description that fits the content', async () => {
      const id = newSecretName()
      const infos = await Promise.all(
        Array.from({ length: 20 }, (_, n) => put(Readable.from([Buffer.from(`content ${n}`)]), { id })),
      )
      expect(new Set(infos.map((info) => JSON.stringify(info))).size).toBe(1)
      const content = await contentOf(id)
      expect(createHash('sha256').update(String(content)).digest('hex')).toBe(infos[0]?.sha256)
    })

    it.each([
      ['a buffer', () => Buffer.alloc(101)],
      ['a stream', () => Readable.from([Buffer.alloc(60), Buffer.alloc(60)])],
    ])('refuses what is longer than allowed: %s', async (_, content) => {
      const id = newSecretName()
      expect(await blobs.put(content(), { ...meta, id, maxSize: 100 })).toBe('too-large')
      expect(await blobs.info(id)).toBeNull()
      expect(await put(Buffer.alloc(100), { id, maxSize: 100 })).toMatchObject({ size: 100 })
    })

    it('keeps nothing of a source that breaks', async () => {
      const id = newSecretName()
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('a')
          throw new Error('cut')
        })(),
      )
      await expect(put(broken, { id })).rejects.toThrow('cut')
      expect(await blobs.info(id)).toBeNull()
      expect(await blobs.open(id)).toBeNull()
    })

    it('removes for good, also twice', async () => {
      const { id } = await put(Buffer.from('x'))
      await blobs.remove(id)
      await blobs.remove(id)
      expect(await blobs.info(id)).toBeNull()
      expect(await blobs.open(id)).toBeNull()
    })

    it.each([
      '',
      '..',
      '../../../../etc/passwd',
      'a/b',
      'x'.repeat(200),
      '0123456789abcdef.json',
      'ABCDEFGHIJKLMNOPQRST',
      '0123456789abcdef\u0000',
    ])('knows no blob named %j and makes none', async (id) => {
      expect(await blobs.info(id)).toBeNull()
      expect(await blobs.open(id)).toBeNull()
      await blobs.remove(id)
      await expect(put(Buffer.from('x'), { id })).rejects.toThrow('id')
    })
  })
}
