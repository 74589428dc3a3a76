import { MOST_DRAFTS } from '@guiche/contracts/message/drafts.js'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'
import {
  draftKey,
  draftKeys,
  draftPlace,
  mergedDraft,
  parseDraft,
  readDraft,
  storeDraft,
  writeDraft,
} from './drafts.js'

let stored: Map<string, string>
beforeEach(() => {
  stored = fakeLocalStorage()
})

describe('drafts', () => {
  it('are kept by person and ticket, and forgotten when empty', () => {
    writeDraft(draftKey(1, 7), 'olá')
    writeDraft(draftKey(2, 7), 'outro')
    expect(readDraft(draftKey(1, 7))).toBe('olá')
    expect(readDraft(draftKey(1, 8))).toBe('')
    writeDraft(draftKey(1, 7), '  ')
    expect(readDraft(draftKey(1, 7))).toBe('')
    expect(readDraft(draftKey(2, 7))).toBe('outro')
  })

  it('are newer than their predecessor, even if its clock was ahead', () => {
    const key = draftKey(1, 7)
    storeDraft(key, { text: 'de lá', at: 1000, saved: true })
    writeDraft(key, 'de lá e daqui', 5)
    expect(parseDraft(stored.get(key) ?? null)).toEqual({ text: 'de lá e daqui', at: 1001, saved: false })
  })

  it('survive invalid entries in the storage', () => {
    stored.set(draftKey(1, 7), '{"text":5}')
    expect(readDraft(draftKey(1, 7))).toBe('')
    stored.set(draftKey(1, 7), 'x')
    expect(readDraft(draftKey(1, 7))).toBe('')
  })

  it('are only so many; the oldest goes', () => {
    for (let ticketId = 1; ticketId <= MOST_DRAFTS + 1; ticketId += 1)
      writeDraft(draftKey(1, ticketId), 'texto', ticketId)
    expect(stored.size).toBe(MOST_DRAFTS)
    expect(readDraft(draftKey(1, 1))).toBe('')
    expect(readDraft(draftKey(1, MOST_DRAFTS + 1))).toBe('texto')
  })

  it('are found by user; their keys name the ticket', () => {
    const key = draftKey(1, 7, 'note')
    writeDraft(key, 'para a equipe')
    writeDraft(draftKey(2, 7), 'outro')
    stored.set('guiche.theme', 'dark')
    expect(draftKeys(1)).toEqual([key])
    expect(draftPlace(key)).toEqual({ userId: 1, ticketId: 7, kind: 'note' })
    expect(draftPlace(draftKey(1, 7))).toEqual({ userId: 1, ticketId: 7, kind: 'message' })
    expect([draftPlace('guiche.theme'), draftPlace('guiche.draft.1.7.x')]).toEqual([null, null])
  })
})

describe('of the drafts of two devices', () => {
  const typed = (at: number) => ({ text: 'daqui', at, saved: false })
  const removed = (at: number) => ({ text: '', at, saved: false })
  const known = { text: 'daqui', at: 5, saved: true }
  const server = { text: 'de lá', at: 5 }
  const taken = { ...server, saved: true }
  it.each([
    ['what was typed here and is not at the server stays', typed(5), null, typed(5)],
    ['what was typed here later stays', typed(6), server, typed(6)],
    ['what was typed there later is taken', typed(4), server, taken],
    ['what is only there is taken', null, server, taken],
    ['what was known here and was changed there is taken', known, server, taken],
    ['what was known here and is gone there was sent', known, null, null],
    ['what was sent here is removed there', removed(6), server, removed(6)],
    ['what was sent here and written there later is taken', removed(4), server, taken],
    ['nothing stays nothing', null, null, null],
  ])('%s', (_what, local, there, kept) => {
    expect(mergedDraft(local, there)).toEqual(kept)
  })
})
