import { useEffect, useMemo, useState } from 'react'
import { useAppSelector } from '../../base/hooks.js'
import { type Colleague, colleaguesOn, contactActivity, nextChange, type Sign } from './presence.js'

/** The time in ms, updated whenever one of these signs expires. */
const useTime = (signs: readonly Sign[]): number => {
  const [, step] = useState(0)
  const now = Date.now()
  const next = nextChange(signs, now)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => step((count) => count + 1), Math.max(0, next - Date.now()) + 20)
    return () => clearTimeout(timer)
  }, [next])
  return now
}

/** The present activity of a ticket's contact; it ends without further signs. */
export const useContactActivity = (ticketId: number): 'composing' | 'recording' | null => {
  const sign = useAppSelector(({ presence }) => presence.contacts[ticketId])
  const now = useTime(sign === undefined ? [] : [sign])
  return contactActivity(sign, now)
}

/** Colleagues who have a ticket on the screen, or type in it. */
export const useColleagues = (ticketId: number): readonly Colleague[] => {
  const all = useAppSelector(({ presence }) => presence.colleagues)
  const ownId = useAppSelector(({ session }) => session.user?.id)
  const signs = useMemo(
    () => all.filter((sign) => sign.ticketId === ticketId && sign.userId !== ownId),
    [all, ticketId, ownId],
  )
  return colleaguesOn(signs, useTime(signs))
}
