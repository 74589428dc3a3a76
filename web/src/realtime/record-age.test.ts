import { describe, expect, it } from '@jest/globals'
import { mayReplace, removeFrom, replaceIn, upsertIn, withNewer } from './record-age.js'

describe('a frame against the cache', () => {
  it('replaces records that are older or as old, by position', () => {
    expect(mayReplace({ position: '0007' }, { position: '0008' })).toBe(true)
    expect(mayReplace({ position: '0007' }, { position: '0007' })).toBe(true)
    expect(mayReplace({ position: '0008' }, { position: '0007' })).toBe(false)
  })

  it('looks at the time of the change where there is no position', () => {
    const early = { updatedAt: '2026-01-01T10:00:00.000Z' }
    const late = { updatedAt: '2026-01-01T10:00:00.001Z' }
    expect(mayReplace(early, late)).toBe(true)
    expect(mayReplace(late, early)).toBe(false)
  })

  it('leaves a newer record of the list as it is', () => {
    const list = [{ id: 1, position: '5', name: 'new' }]
    expect(replaceIn(list, { id: 1, position: '4' })).toBe(true)
    expect(list).toEqual([{ id: 1, position: '5', name: 'new' }])
  })

  it('says when a record is not in the list, adds it only when asked', () => {
    const list = [{ id: 1 }]
    expect(replaceIn(list, { id: 2 })).toBe(false)
    upsertIn(list, { id: 2 })
    expect(list).toEqual([{ id: 1 }, { id: 2 }])
    expect(removeFrom(list, 1)).toBe(true)
    expect(removeFrom(list, 1)).toBe(false)
    expect(list).toEqual([{ id: 2 }])
  })

  it('keeps records newer than the read; records missing in the read are removed', () => {
    const at = (id: number, position: string) => ({ id, position })
    expect(withNewer([at(1, '5'), at(2, '5'), at(3, '5')], [at(1, '4'), at(2, '6'), at(4, '1')])).toEqual([
      at(1, '5'),
      at(2, '6'),
      at(4, '1'),
    ])
  })
})
