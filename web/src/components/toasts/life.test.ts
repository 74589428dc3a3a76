import { UNDO_MARGIN_SECONDS, UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'
import { describe, expect, it } from '@jest/globals'
import { undoUntil } from '../../features/inbox/model/undo.js'
import { lifeOf } from './life.js'

const NOW = 1_000_000
const toast = { tone: 'good', text: 'Atendimento de Lia resolvido.' } as const
const undo = { label: 'Desfazer', run: () => undefined }

describe('a toast', () => {
  it('is merged with a toast of the same text, unless both have a button', () => {
    expect(lifeOf(toast, NOW)).toMatchObject({ key: toast.text, stays: 3000, ends: null })
    const [first, second] = [lifeOf({ ...toast, action: undo }, NOW), lifeOf({ ...toast, action: undo }, NOW)]
    expect(first.key).not.toBe(second.key)
    expect(first).toMatchObject({ action: undo, stays: 6000, ends: null })
  })

  it('replaces a toast with the same key', () => {
    const keyed = (text: string) => lifeOf({ ...toast, text, action: undo, key: 'ticket-7' }, NOW).key
    expect([keyed('Oi'), keyed('Tem bolo?')]).toEqual(['ticket-7', 'ticket-7'])
  })

  it('stays longer for a longer text', () => {
    const failed = (text: string) => lifeOf({ tone: 'failed', text }, NOW).stays
    expect([failed('Não salvou.'), failed('x'.repeat(100))]).toEqual([2000, 5500])
  })

  it('ends before its action expires, also while hovered', () => {
    const action = { ...undo, until: undoUntil(NOW) }
    const { ends } = lifeOf({ ...toast, action }, NOW + 500)
    expect(ends).toBeGreaterThan(0)
    expect((ends ?? 0) + 500).toBeLessThan((UNDO_SECONDS - UNDO_MARGIN_SECONDS) * 1000)
    expect(lifeOf({ ...toast, action }, undoUntil(NOW))).toMatchObject({ action: undefined, stays: 3000 })
  })
})
