import { useCallback, useEffect, useRef, useState } from 'react'
import { letGo, type Recording, record } from './recording.js'

export type RecorderState = 'idle' | 'asking' | 'recording' | 'denied'

export interface Recorder {
  readonly state: RecorderState
  /** milliseconds that are recorded */
  readonly elapsed: number
  /** loudness now, 0 to 1 */
  readonly level: number
  start(): Promise<void>
  pause(): void
  resume(): void
  /** the recording; null when it was too short, and for everybody but the first who asks */
  finish(): Promise<File | null>
  cancel(): void
}

/** Records the microphone. It is let go of when the component goes away, also while the browser still asks for it. */
export const useRecorder = (): Recorder => {
  const [state, setState] = useState<RecorderState>('idle')
  const [elapsed, setElapsed] = useState(0)
  const [level, setLevel] = useState(0)
  const current = useRef<Recording | null>(null)
  /** which start counts: the answer to an earlier one comes too late */
  const starts = useRef(0)

  const end = useCallback(() => {
    setState('idle')
    setElapsed(0)
    setLevel(0)
  }, [])

  const cancel = useCallback(() => {
    starts.current += 1
    current.current?.cancel()
    current.current = null
    end()
  }, [end])

  useEffect(() => cancel, [cancel])

  const start = useCallback(async () => {
    if (current.current !== null) return
    starts.current += 1
    const mine = starts.current
    setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (mine !== starts.current) return letGo(stream)
      current.current = record(stream, (recorded, loudness) => {
        if (mine !== starts.current) return
        setElapsed(recorded)
        setLevel(loudness)
      })
      setState('recording')
    } catch {
      if (mine === starts.current) setState('denied')
    }
  }, [])

  const finish = useCallback(async () => {
    const running = current.current
    current.current = null
    if (running === null) return null
    const file = await running.finish()
    end()
    return file
  }, [end])

  return {
    state,
    elapsed,
    level,
    start,
    pause: () => current.current?.pause(),
    resume: () => current.current?.resume(),
    finish,
    cancel,
  }
}
