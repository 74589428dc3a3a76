import { beforeEach, describe, expect, it } from '@jest/globals'
import { draftKey, readDraft, writeDraft } from './drafts.js'

const stored = new Map<string, string>()
const storage = new Proxy(
  {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_target, key) => ({
      configurable: true,
      enumerable: true,
      value: stored.get(String(key)),
    }),
  },
)
beforeEach(() => {
  stored.clear()
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
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

  it('survive what somebody else wrote into the entry', () => {
    stored.set(draftKey(1, 7), '{"text":5}')
    expect(readDraft(draftKey(1, 7))).toBe('')
    stored.set(draftKey(1, 7), 'x')
    expect(readDraft(draftKey(1, 7))).toBe('')
  })

  it('are at most a hundred; the oldest goes', () => {
    for (let ticketId = 1; ticketId <= 101; ticketId += 1)
      writeDraft(draftKey(1, ticketId), 'texto', ticketId)
    expect(stored.size).toBe(100)
    expect(readDraft(draftKey(1, 1))).toBe('')
    expect(readDraft(draftKey(1, 101))).toBe('texto')
  })
})
