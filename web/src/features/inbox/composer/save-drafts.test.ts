import { expect, it, jest } from '@jest/globals'
import { draftKey, parseDraft } from '../drafts.js'

jest.unstable_mockModule('../../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { saveDraft } = await import('./save-drafts.js')

const stored = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
})

/** Saves the draft of user 1 in ticket 7. Gives the number of requests, and the draft that is kept. */
const saving = async (code: string | null, user: number | null = 1) => {
  let calls = 0
  const dispatch = async () => {
    calls++
    return code === null ? { data: null } : { error: { status: 400, code } }
  }
  const state = { session: { user: user === null ? null : { id: user } } }
  await saveDraft(draftKey(1, 7))(dispatch as never, () => state as never)
  return [calls, parseDraft(stored.get(draftKey(1, 7)) ?? null)?.saved]
}
const typeText = (text: string) =>
  stored.set(draftKey(1, 7), JSON.stringify({ text, at: Date.now(), saved: false }))

it('a refused draft stays here, and is sent again after a change; other failures are retried', async () => {
  typeText('para quem atendia')
  expect(await saving('ERR_NO_PERMISSION')).toEqual([1, false])
  expect(await saving('ERR_NO_PERMISSION')).toEqual([0, false])
  typeText('para quem atende')
  expect(await saving('ERR_SESSION_EXPIRED')).toEqual([1, false])
  expect(await saving(null, null)).toEqual([0, false])
  expect(await saving(null, 2)).toEqual([0, false])
  expect(await saving(null)).toEqual([1, true])
  expect(await saving(null)).toEqual([0, true])
})

it('drafts of deleted tickets are forgotten, and so are removed ones', async () => {
  typeText('tarde demais')
  expect(await saving('ERR_NO_TICKET_FOUND')).toEqual([1, undefined])
  typeText('')
  expect(await saving('ERR_UNAVAILABLE')).toEqual([1, false])
  expect(await saving(null)).toEqual([1, undefined])
})
