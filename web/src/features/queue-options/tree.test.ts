import { describe, expect, it } from '@jest/globals'
import { countBelow, type Option, placeAfter, placeAt, playedTree, rowsOf } from './tree.js'

const optionOf = (id: number, number: number, parentId: number | null = null): Option => ({
  ...{ id, number, parentId, title: `T${id}`, message: `M${id}`, fileName: null, fileList: null },
})
/** tree: 1 (11 (111), 12), 2, 3 */
const OPTIONS = [
  optionOf(1, 1),
  optionOf(2, 2),
  optionOf(3, 3),
  optionOf(11, 1, 1),
  optionOf(12, 2, 1),
  optionOf(111, 1, 11),
]

describe('the tree of options', () => {
  it('is shown in the order of its numbers, without closed branches', () => {
    const rows = rowsOf(OPTIONS, new Set([11]))
    expect(rows.map(({ option: { id }, level, isOpen }) => [id, level, isOpen])).toEqual([
      [1, 1, true],
      [11, 2, false],
      [12, 2, null],
      [2, 1, null],
      [3, 1, null],
    ])
    expect(countBelow(OPTIONS, 1)).toBe(3)
  })

  it.each([
    [2, 'up', { parentId: null, number: 1 }],
    [1, 'up', null],
    [2, 'down', { parentId: null, number: 3 }],
    [3, 'down', null],
    [2, 'in', { parentId: 1, number: 3 }],
    [1, 'in', null],
    [111, 'out', { parentId: 1, number: 2 }],
    [12, 'out', { parentId: null, number: 2 }],
    [2, 'out', null],
    [99, 'up', null],
  ] as const)('moves %i %s', (id, move, place) => {
    expect(placeAfter(OPTIONS, id, move)).toEqual(place)
  })

  it.each([
    [3, 1, 'before', { parentId: null, number: 1 }],
    [1, 3, 'after', { parentId: null, number: 3 }],
    [3, 12, 'before', { parentId: 1, number: 2 }],
    [2, 3, 'inside', { parentId: 3, number: 1 }],
    // its current place
    [2, 1, 'after', null],
    [2, 3, 'before', null],
    [12, 1, 'inside', null],
    [2, 2, 'inside', null],
    // below itself
    [1, 111, 'inside', null],
    [1, 11, 'before', null],
    [1, 12, 'after', null],
  ] as const)('takes %i when it is dropped at %i, %s', (id, target, where, place) => {
    expect(placeAt(OPTIONS, id, target, where)).toEqual(place)
  })

  it('is previewed with unsaved values', () => {
    const texts = { title: 'Novo', message: 'Oi', fileName: 'a.pdf', fileList: { id: 9, name: 'Tabelas' } }
    const changed = playedTree(OPTIONS, { id: 2, parentId: null, ...texts }, 7)
    expect(changed.map(({ title }) => title)).toEqual(['T1', 'Novo', 'T3'])
    const added = playedTree(OPTIONS, { id: null, parentId: 2, ...texts }, 7)
    expect(added[1]?.options).toEqual([
      {
        ...{ id: 0, option: 1, title: 'Novo', message: 'Oi', options: [] },
        media: { blobId: '', fileName: 'a.pdf', mimetype: '', size: 0 },
        fileListId: 9,
      },
    ])
    expect(playedTree(OPTIONS, null, 7)[0]?.options.map(({ id }) => id)).toEqual([11, 12])
  })
})
