import { useCallback, useEffect, useRef, useState } from 'react'

/** What 10,000 bytes of 128 kbit/s last; anything shorter was a slip of the finger. */
const SHORTEST_MS = 625

export type RecorderState = 'idle' | 'asking' | 'recording' | 'denied'

export interface Recorder {
  readonly state: RecorderState
  /** milliseconds since the recording began */
  readonly elapsed: number
  /** loudness now, 0 to 1 */
  readonly level: number
  start(): Promise<void>
  /** the recording, or null when it was too short */
  finish(): Promise<File | null>
  cancel(): void
}

interface Running {
  readonly media: MediaRecorder
  readonly stream: MediaStream
  readonly audio: AudioContext
  readonly chunks: Blob[]
  readonly since: number
  frame: number
}

const release = (running: Running): void => {
  cancelAnimationFrame(running.frame)
  for (const track of running.stream.getTracks()) track.stop()
  void running.audio.close()
}

/** Records the microphone with MediaRecorder (opus); the server makes of it what WhatsApp wants. */
export const useRecorder = (): Recorder => {
  const [state, setState] = useState<RecorderState>('idle')
  const [elapsed, setElapsed] = useState(0)
  const [level, setLevel] = useState(0)
  const current = useRef<Running | null>(null)

  const stop = useCallback(() => {
    const running = current.current
    if (running === null) return
    current.current = null
    if (running.media.state !== 'inactive') running.media.stop()
    release(running)
    setState('idle')
    setElapsed(0)
    setLevel(0)
  }, [])

  useEffect(() => stop, [stop])

  const start = useCallback(async () => {
    if (current.current !== null) return
    setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const media = new MediaRecorder(stream, { audioBitsPerSecond: 64_000 })
      const audio = new AudioContext()
      const analyser = audio.createAnalyser()
      audio.createMediaStreamSource(stream).connect(analyser)
      const samples = new Uint8Array(analyser.fftSize)
      const running: Running = { media, stream, audio, chunks: [], since: performance.now(), frame: 0 }
      media.addEventListener('dataavailable', ({ data }) => running.chunks.push(data))
      const meter = () => {
        analyser.getByteTimeDomainData(samples)
        const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0)
        setLevel(Math.min(1, peak / 100))
        setElapsed(performance.now() - running.since)
        running.frame = requestAnimationFrame(meter)
      }
      current.current = running
      media.start(250)
      setState('recording')
      meter()
    } catch {
      setState('denied')
    }
  }, [])

  const finish = useCallback(async () => {
    const running = current.current
    if (running === null) return null
    const duration = performance.now() - running.since
    await new Promise<void>((resolve) => {
      running.media.addEventListener('stop', () => resolve(), { once: true })
      running.media.stop()
    })
    stop()
    if (duration < SHORTEST_MS) return null
    const type = running.media.mimeType.split(';')[0] ?? 'audio/webm'
    return new File(running.chunks, `voice.${type.endsWith('mp4') ? 'm4a' : 'webm'}`, { type })
  }, [stop])

  return { state, elapsed, level, start, finish, cancel: stop }
}
