import { within } from '../within.js'
import type { EventBus } from './event-bus.js'

/**
 * Longest wait in ms. A silent broker may take half a minute to time out, and a stopping process must not wait for
 * that.
 */
const REACHED_WITHIN = 2000

/** Whether the bus answers now. */
export const isReachable = (eventBus: Pick<EventBus, 'reach'>): Promise<boolean> => {
  const answered = eventBus.reach?.().then(
    () => true,
    () => false,
  )
  return within(answered ?? Promise.resolve(true), REACHED_WITHIN, false)
}
