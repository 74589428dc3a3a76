import { describe, expect, it } from '@jest/globals'
import { entryOfFile, type FileEntry, movedTo } from './entry.js'
import { bodyFiles, type UploadedIds, uploadFiles, withIds } from './save-files.js'

const storedEntry = (id: number): FileEntry => ({
  ...{ id, path: null, file: null, fileName: `${id}`, size: 1, mediaType: 'text/plain', name: `${id}` },
  against: null,
})
const newEntry = (name: string, content = name) =>
  entryOfFile(new File([content], name, { type: 'text/plain' }))
const idsOf = (said: readonly { id: number }[] | null) => said?.map(({ id }) => id) ?? null
const NEW: Readonly<Record<string, number>> = { a: 11, b: 12, c: 13 }

describe('files of a form', () => {
  const bring = async (file: File) => NEW[file.name] ?? null

  it.each([
    ['new ones behind old ones are in order at once', [storedEntry(1), newEntry('b'), newEntry('c')], null],
    ['a new one before an old one is put there', [newEntry('b'), storedEntry(1)], [12, 1]],
    ['old ones alone need nothing more', [storedEntry(2), storedEntry(1)], null],
  ])('are brought in their order: %s', async (_, entries, expected) => {
    const { left, order } = await uploadFiles(entries, new Map(), bring)
    expect([left, idsOf(order)]).toEqual([0, expected])
  })

  it('continue after a refused file, and skip files that cannot be sent', async () => {
    const asked: string[] = []
    const some = async (file: File) => {
      asked.push(file.name)
      return file.name === 'b' ? null : bring(file)
    }
    const entries = [newEntry('a'), newEntry('b'), newEntry('x.exe'), newEntry('leer', ''), newEntry('c')]
    expect(await uploadFiles(entries, new Map(), some)).toEqual({ left: 1, order: null })
    expect(asked).toEqual(['a', 'b', 'c'])
  })

  it('are not uploaded again by another attempt', async () => {
    const [first, second] = [newEntry('a'), newEntry('b')]
    const brought: UploadedIds = new Map()
    const asked: string[] = []
    const failing = async (file: File) => {
      asked.push(file.name)
      return asked.length === 2 ? null : bring(file)
    }
    expect((await uploadFiles([first, second], brought, failing)).left).toBe(1)
    // A second save keeps the file that was already uploaded.
    expect(bodyFiles(withIds([second, first], brought))).toEqual([{ id: 11, name: '' }])
    const again = await uploadFiles([second, first], brought, failing)
    expect([again.left, idsOf(again.order)]).toEqual([0, [12, 11]])
    expect(asked).toEqual(['a', 'b', 'b'])
  })

  it('change places', () => {
    expect([movedTo([1, 2, 3], 2, 0), movedTo([1, 2, 3], 0, 1), movedTo([1], 3, 0)]).toEqual([
      [3, 1, 2],
      [2, 1, 3],
      [1],
    ])
  })
})
