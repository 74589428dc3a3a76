import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAppDispatch } from '../../../base/hooks.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import {
  type AttachedFiles,
  attachedTo,
  changeAttached,
  onAttachmentsChange,
  type RecordedVoice,
} from '../kept-attachments.js'
import { letGo, type Recording, startRecording } from './recording.js'

/** `kept`: a recording made before the composer was unmounted */
export type RecorderState = 'idle' | 'asking' | 'recording' | 'kept' | 'denied'

export interface Recorder {
  readonly state: RecorderState
  /** a recording made before the composer was unmounted, for playback */
  readonly kept: RecordedVoice | null
  /** recorded milliseconds */
  readonly elapsed: number
  /** loudness now, 0 to 1 */
  readonly level: number
  start(): Promise<void>
  pause(): void
  resume(): void
  /** the recording; null if too short (a note says so), and null for every caller after the first */
  finish(): Promise<File | null>
  cancel(): void
}

/**
 * Records the microphone. Unmounting releases the microphone, even while the browser still asks for permission. The
 * recording so far is kept under `key`, and offered to a later component with this key.
 */
export const useRecorder = (key: string): Recorder => {
  const dispatch = useAppDispatch()
  const { t } = useTranslation()
  const { voice } = useSyncExternalStore(onAttachmentsChange, () => attachedTo(key))
  const kept = voice === 'recording' ? null : voice
  const [state, setState] = useState<Exclude<RecorderState, 'kept'>>('idle')
  const [elapsed, setElapsed] = useState(0)
  const [level, setLevel] = useState(0)
  const current = useRef<Recording | null>(null)
  /** number of the latest start: the answer to an earlier start is ignored */
  const starts = useRef(0)

  const keep = useCallback((voice: AttachedFiles['voice']) => changeAttached(key, () => ({ voice })), [key])
  const end = useCallback(() => {
    keep(null)
    setState('idle')
    setElapsed(0)
    setLevel(0)
  }, [keep])

  const cancel = useCallback(() => {
    starts.current += 1
    current.current?.cancel()
    current.current = null
    end()
  }, [end])

  useEffect(
    () => () => {
      starts.current += 1
      void current.current?.finish().then((recorded) => {
        // the recording may have been discarded with its ticket
        if (attachedTo(key).voice === 'recording') keep(recorded)
      })
      current.current = null
    },
    [keep, key],
  )

  const start = useCallback(async () => {
    if (current.current !== null) return
    starts.current += 1
    const mine = starts.current
    setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (mine !== starts.current) return letGo(stream)
      current.current = startRecording(stream, (recorded, loudness) => {
        if (mine !== starts.current) return
        setElapsed(recorded)
        setLevel(loudness)
      })
      keep('recording')
      setState('recording')
    } catch {
      if (mine === starts.current) setState('denied')
    }
  }, [keep])

  const finish = useCallback(async () => {
    const running = current.current
    current.current = null
    const recorded = running === null ? attachedTo(key).voice : await running.finish()
    // another call ends the recording
    if (recorded === 'recording') return null
    end()
    if (running !== null && recorded === null) {
      dispatch(toastShown({ tone: 'info', text: t('inbox:composer.tooShort') }))
    }
    return recorded?.file ?? null
  }, [dispatch, end, key, t])

  return {
    state: state === 'recording' || voice === null ? state : kept === null ? 'asking' : 'kept',
    kept,
    elapsed,
    level,
    start,
    pause: () => current.current?.pause(),
    resume: () => current.current?.resume(),
    finish,
    cancel,
  }
}
