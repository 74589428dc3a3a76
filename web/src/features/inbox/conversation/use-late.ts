import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useMemo, useState } from 'react'
import type { UnloadedMessage } from '../api.js'
import { cameBetween, lateCheckOf } from '../model/late-messages.js'
import { messagesOf } from '../model/timeline.js'
import type { SeenPart, View } from './use-view.js'

interface LateInput {
  /** all that is loaded, oldest first */
  readonly messages: readonly MessageRecord[]
  readonly beyond: readonly UnloadedMessage[]
}

/**
 * Ids of messages that arrived late above the newest one while the conversation was shown, until seen. Call
 * `onSeen` with the visible part of a view.
 */
export const useLate = ({ messages, beyond }: LateInput) => {
  const [looked, setLooked] = useState(() => ({ messages, at: lateCheckOf(messages) }))
  const [came, setCame] = useState<readonly string[]>([])
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  if (looked.messages !== messages) {
    const found = cameBetween(looked.at, messages)
    setLooked({ messages, at: lateCheckOf(messages) })
    if (found.length > 0) setCame([...came, ...found])
  }
  const late = useMemo(() => {
    const first = messages[0]?.order
    const above = beyond.flatMap(({ id, order }) => (first !== undefined && order < first ? [id] : []))
    return [...new Set([...above, ...came])].filter((id) => !seen.has(id))
  }, [messages, beyond, came, seen])

  const onSeen = useCallback(
    ({ rows }: View, { rows: [from, to] }: SeenPart): void => {
      if (late.length === 0) return
      const shown = rows.slice(from, to).flatMap((row) => messagesOf(row).map(({ id }) => id))
      const found = shown.filter((id) => late.includes(id))
      if (found.length > 0) setSeen((before) => new Set([...before, ...found]))
    },
    [late],
  )
  return { late, onSeen }
}
