import type { NoteRecord } from '@guiche/contracts/views/records.js'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { followAttention, hasAttention } from '../../base/attention.js'
import { useAppDispatch, useAppSelector } from '../../base/hooks.js'
import { mentionsWereSeen } from '../../theme/preferences.js'
import { useMentionsQuery } from './api.js'
import { newlySeen, newMentions } from './model/mentions.js'

const NO_NOTES: readonly NoteRecord[] = []

/** Unseen notes that mention this user, on this computer, newest first. */
export const useNewMentions = (): readonly NoteRecord[] => {
  const { data = NO_NOTES } = useMentionsQuery()
  const seen = useAppSelector(({ preferences }) => preferences.mentionsSeen)
  return useMemo(() => newMentions(data, seen), [data, seen])
}

/** Marks new mentions among the shown notes as seen, in a focused window. */
export const useSeenMentions = (notes: readonly NoteRecord[]): void => {
  const dispatch = useAppDispatch()
  const fresh = useNewMentions()
  const looks = useSyncExternalStore(followAttention, hasAttention)
  useEffect(() => {
    if (!looks) return
    const ids = newlySeen(fresh, notes)
    if (ids.length > 0) dispatch(mentionsWereSeen(ids))
  }, [notes, fresh, looks, dispatch])
}
