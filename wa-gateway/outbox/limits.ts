import {
  currentWindow,
  LIMIT_SPANS,
  type Limits,
  type RateUsage,
} from '@guiche/contracts/settings/send-limits.js'

export type Admission =
  | { readonly may: 'send'; readonly usage: RateUsage }
  | { readonly may: 'wait'; readonly ms: number }
  /** waiting would delay all other work for hours */
  | { readonly may: 'not'; readonly code: 'ERR_WAPP_RESTRICTED' | 'ERR_WAPP_NEW_CHATS' }

/** Whether one more message may be sent now, and the usage afterwards. Pure; `now` in milliseconds since the epoch. */
export const admitMessage = (usage: RateUsage, limits: Limits, newChat: boolean, now: number): Admission => {
  if (newChat && usage.restrictedUntil > now) return { may: 'not', code: 'ERR_WAPP_RESTRICTED' }
  const windows = LIMIT_SPANS.map(({ name, span, limit }) => {
    const window = currentWindow(usage[name], span, now)
    const isFull = window.count >= limits[limit]
    return { name, window, wait: isFull ? window.start + span - now : 0, isFull }
  })
  const chats = windows.find(({ name }) => name === 'newChats')
  if (newChat && chats?.isFull) return { may: 'not', code: 'ERR_WAPP_NEW_CHATS' }
  const ms = Math.max(...windows.filter((one) => one !== chats).map(({ wait }) => wait))
  if (ms > 0) return { may: 'wait', ms }
  const counted = windows.map(({ name, window: { start, count } }) => {
    const next = { start, count: count + (name === 'newChats' && !newChat ? 0 : 1) }
    return [name, next] as const
  })
  return { may: 'send', usage: { ...usage, ...Object.fromEntries(counted) } }
}
