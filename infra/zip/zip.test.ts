import { describe, expect, it } from '@jest/globals'
import { unzipFiles } from '../testing/unzip.js'
import { type ZipEntry, zipEntries } from './zip.js'

const writtenZip = async (entries: readonly ZipEntry[]): Promise<Buffer> => {
  async function* all() {
    yield* entries
  }
  const pieces: Buffer[] = []
  for await (const piece of zipEntries(all())) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a ZIP archive', () => {
  const entries: ZipEntry[] = [
    { name: 'empty.txt', deflate: true, content: [] },
    {
      name: 'linhas.jsonl',
      deflate: true,
      content: ['{"a":"ção"}\n', '{}\n'].map((line) => Buffer.from(line)),
    },
    { name: 'media/foto ção.bin', deflate: false, content: [Buffer.alloc(70_000, 7), Buffer.from([1])] },
  ]

  it('has each complete file', async () => {
    const files = unzipFiles(await writtenZip(entries))
    expect([...files.keys()]).toEqual(entries.map(({ name }) => name))
    expect(files.get('linhas.jsonl')?.toString()).toBe('{"a":"ção"}\n{}\n')
    expect(files.get('media/foto ção.bin')?.length).toBe(70_001)
    expect(files.get('empty.txt')?.length).toBe(0)
  })

  it('fails if an entry fails', async () => {
    async function* broken(): AsyncGenerator<Buffer, void> {
      yield Buffer.from('a')
      throw new Error('the source broke')
    }
    for (const deflate of [true, false])
      await expect(writtenZip([{ name: 'a', deflate, content: broken() }])).rejects.toThrow(
        'the source broke',
      )
  })

  it('reads no further entry once its reader stops', async () => {
    const begun: number[] = []
    async function* endless(): AsyncGenerator<ZipEntry, void> {
      for (let n = 0; ; n++) {
        begun.push(n)
        yield { name: `${n}`, deflate: false, content: [Buffer.alloc(100_000)] }
      }
    }
    for await (const piece of zipEntries(endless())) if (piece.length > 0) break
    const before = begun.length
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun.length).toBe(before)
    expect(before).toBeLessThan(10)
  })
})
