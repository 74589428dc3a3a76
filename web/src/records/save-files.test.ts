import { describe, expect, it } from '@jest/globals'
import type { FileEntry } from './files-input.js'
import { type Brought, bringFiles, saidFiles, withIds } from './save-files.js'

const entry = (name: string, more: Partial<FileEntry> = {}): FileEntry => ({
  ...{ id: null, path: null, file: null, name, size: 1, mimetype: 'text/plain', caption: name },
  ...more,
})
const old = (name: string) => entry(name, { id: name })
const chosen = (name: string) => entry(name, { file: new File([name], name) })
const idsOf = (said: readonly { id: string }[] | null) => said?.map(({ id }) => id) ?? null

describe('files of a form', () => {
  const bring = async (file: File) => `new ${file.name}`

  it.each([
    ['new ones behind old ones are in order at once', [old('a'), chosen('b'), chosen('c')], null],
    ['a new one before an old one is put there', [chosen('b'), old('a')], ['new b', 'a']],
    ['old ones alone need nothing more', [old('b'), old('a')], null],
  ])('are brought in their order: %s', async (_, entries, expected) => {
    expect(idsOf(await bringFiles(entries, new Map(), bring))).toEqual(expected)
  })

  it('are not brought again by another attempt', async () => {
    const [first, second] = [chosen('a'), chosen('b')]
    const brought: Brought = new Map()
    const asked: string[] = []
    const failing = async (file: File) => {
      asked.push(file.name)
      if (file.name === 'b' && asked.length === 2) throw new Error('no connection')
      return `new ${file.name}`
    }
    await expect(bringFiles([first, second], brought, failing)).rejects.toThrow('no connection')
    // the record that is saved again keeps the one that has come
    expect(saidFiles(withIds([second, first], brought))).toEqual([{ id: 'new a', caption: 'a' }])
    expect(idsOf(await bringFiles([second, first], brought, failing))).toEqual(['new b', 'new a'])
    expect(asked).toEqual(['a', 'b', 'b'])
  })
})
