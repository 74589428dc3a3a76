import { useCallback, useEffect, useRef, useState } from 'react'
import { useAppSelector } from '../../../app/hooks.js'
import { draftKey, draftText, readDraft, writeDraft } from './drafts.js'

/** Milliseconds after the last key at which a draft is kept. */
const PAUSE = 250

/**
 * The text of a ticket's composer, kept while it is typed. Another window with the same ticket follows, unless
 * something else is being typed there.
 */
export const useDraft = (ticketId: number): [text: string, setText: (text: string) => void] => {
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const key = draftKey(userId, ticketId)
  const [text, show] = useState(() => readDraft(key))
  /** what the storage has, as far as this window knows */
  const kept = useRef(text)
  const typed = useRef(text)

  const keep = useCallback(() => {
    if (typed.current === kept.current) return
    kept.current = typed.current
    writeDraft(key, typed.current)
  }, [key])

  const setText = useCallback(
    (next: string) => {
      typed.current = next
      show(next)
      // sent: at once, so that no other window offers it again
      if (next === '') keep()
    },
    [keep],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the pause anew
  useEffect(() => {
    const timer = setTimeout(keep, PAUSE)
    return () => clearTimeout(timer)
  }, [text, keep])
  useEffect(() => {
    const changed = (event: StorageEvent) => {
      if (event.key !== key || typed.current !== kept.current) return
      const next = draftText(event.newValue)
      kept.current = next
      typed.current = next
      show(next)
    }
    addEventListener('storage', changed)
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('storage', changed)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [key, keep])

  return [text, setText]
}
