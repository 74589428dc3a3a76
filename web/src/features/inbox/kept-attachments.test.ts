import { describe, expect, it } from '@jest/globals'
import {
  attachedKey,
  attachedTo,
  changeAttached,
  hasAttached,
  onAttachmentsChange,
  whileComing,
} from './kept-attachments.js'

const file = new File(['x'], 'a.pdf')
const attachFile = (key: string) => changeAttached(key, ({ files }) => ({ files: [...files, file] }))

describe('attachments of a ticket', () => {
  it('is known of its user until it is taken away, be it a voice message alone', () => {
    const key = attachedKey(3, 7)
    changeAttached(key, () => ({ voice: 'recording' }))
    expect([hasAttached(3), hasAttached(33)]).toEqual([true, false])
    changeAttached(key, () => ({ voice: { file, elapsed: 1000 } }))
    expect(hasAttached(3)).toBe(true)
    changeAttached(key, () => ({ voice: null }))
    expect(hasAttached(3)).toBe(false)
  })

  it('is its user’s alone', () => {
    attachFile(attachedKey(1, 7))
    expect(attachedTo(attachedKey(1, 7)).files).toEqual([file])
    expect(attachedTo(attachedKey(2, 7)).files).toEqual([])
    expect(attachedTo(attachedKey(1, 8)).files).toEqual([])
  })

  it('comes also when its ticket was left meanwhile, and counts as coming until then', async () => {
    const key = attachedKey(1, 9)
    const counts: number[] = []
    const leave = onAttachmentsChange(() => counts.push(attachedTo(key).coming))
    let ready = () => {}
    const compressed = new Promise<void>((resolve) => {
      ready = resolve
    })
    const done = whileComing(key, async () => {
      await compressed
      attachFile(key)
    })
    leave()
    ready()
    await done
    expect(counts).toEqual([1])
    expect(attachedTo(key)).toEqual({ files: [file], coming: 0, voice: null, list: null })
  })

  it('does not wait for failed additions', async () => {
    const key = attachedKey(1, 10)
    await expect(whileComing(key, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(attachedTo(key)).toEqual({ files: [], coming: 0, voice: null, list: null })
  })
})
