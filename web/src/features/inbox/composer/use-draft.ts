import type { DraftKind } from '@guiche/contracts/message/drafts.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../../base/hooks.js'
import { readStored } from '../../../base/storage.js'
import { draftKey, draftText, readDraft, registerComposer, tellDraft, writeDraft } from '../drafts.js'
import { saveDraft } from './save-drafts.js'

/** Milliseconds after the last key until a draft is stored in this browser, and on the server. */
const STORE_PAUSE = 250
const SAVE_PAUSE = 2000

/**
 * The text of a ticket's composer, stored while typing: in this browser, and a moment later on the server.
 * Other windows with the same ticket are updated. So are other fields of this window, unless the user is
 * typing other text there.
 */
export const useDraft = (
  ticketId: number,
  kind: DraftKind = 'message',
): [text: string, setText: (text: string) => void] => {
  const dispatch = useAppDispatch()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const key = draftKey(userId, ticketId, kind)
  const [text, show] = useState(() => readDraft(key))
  /** the stored text, as this window knows it */
  const kept = useRef(text)
  const typed = useRef(text)

  const keep = useCallback(() => {
    if (typed.current === kept.current) return
    kept.current = typed.current
    writeDraft(key, typed.current)
    tellDraft(key)
  }, [key])

  useEffect(() => registerComposer(key, keep), [key, keep])

  const save = useCallback(() => {
    keep()
    void dispatch(saveDraft(key))
  }, [key, keep, dispatch])

  const setText = useCallback(
    (next: string) => {
      typed.current = next
      show(next)
      // sent: saved at once, so that no other window or device offers the text again
      if (next === '') save()
    },
    [save],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the pause anew
  useEffect(() => {
    const timers = [setTimeout(keep, STORE_PAUSE), setTimeout(save, SAVE_PAUSE)]
    return () => timers.forEach(clearTimeout)
  }, [text, keep, save])
  useEffect(() => {
    const follow = (stored: string | null) => {
      const next = draftText(stored)
      // a blank text is stored as an empty one
      if (typed.current !== kept.current || typed.current.trim() === next.trim()) return
      kept.current = next
      typed.current = next
      show(next)
    }
    const changed = ({ key: of, newValue }: StorageEvent) => {
      if (of === key) follow(newValue)
    }
    addEventListener('storage', changed)
    addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', save)
    // applies a change between the first render and this effect
    follow(readStored(key))
    return () => {
      removeEventListener('storage', changed)
      removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [key, save])

  return [text, setText]
}
