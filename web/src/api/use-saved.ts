import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from './ids.js'
import { listenForRecords } from './record-arrivals.js'
import type { LateAnswer } from './routes.js'

interface KeyedCall {
  readonly idempotencyKey?: string
}
type Trigger<A, T> = (call: A) => { unwrap(): Promise<T> }
/** Runs a command; gives the route's answer once the views show it, or rejects with an ApiError. */
export type SaveCall = <A extends KeyedCall, T>(
  command: Trigger<A, T>,
  call: A,
) => Promise<Exclude<T, LateAnswer>>

const isLate = (answer: unknown): answer is LateAnswer =>
  (answer as Partial<LateAnswer> | null)?.late === true

/**
 * Runs a command until its record is shown. After a 202 it waits for the record's frame, and repeats the
 * request under the same key. The repetition changes nothing. `onLate` is called for each 202. Once `hasLeft`
 * is true, the promise stays pending.
 */
export const saveUntilShown = async <T>(
  run: () => Promise<T>,
  onLate: () => void,
  hasLeft: () => boolean,
): Promise<Exclude<T, LateAnswer>> => {
  for (;;) {
    const records = listenForRecords()
    try {
      const answer = await run()
      if (!isLate(answer)) return answer as Exclude<T, LateAnswer>
      onLate()
      await records.shows(answer.id)
    } finally {
      records.end()
    }
    if (hasLeft()) await new Promise<never>(() => undefined)
  }
}

/**
 * The only way to save: `save(command, call)`. `saving` lasts until the record is shown. `late`: the command
 * is accepted but not shown yet; leaving loses nothing, and the screen will not change. `hasLeft` tells
 * whether the form is no longer on the screen.
 */
export const useSaved = () => {
  const [state, setState] = useState<'idle' | 'saving' | 'late'>('idle')
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const hasLeft = useCallback(() => !mounted.current, [])
  const save = useCallback<SaveCall>(
    async (command, call) => {
      const { idempotencyKey = newId() } = call
      const run = () => command({ ...call, idempotencyKey }).unwrap()
      setState('saving')
      try {
        return await saveUntilShown(run, () => setState('late'), hasLeft)
      } finally {
        setState('idle')
      }
    },
    [hasLeft],
  )
  return { save, saving: state !== 'idle', late: state === 'late', hasLeft }
}
