import type { RecordedVoice } from '../kept-attachments.js'

/** Duration of 10,000 bytes at 128 kbit/s in ms; a shorter recording counts as a mistake. */
const SHORTEST_MS = 625

/**
 * Opus, in any container of the browser: the server only changes the container. A browser without Opus
 * records AAC in MP4. Phones then show an audio file instead of a voice note, unless the server has ffmpeg.
 */
const OPUS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=opus']
const ENDINGS: Readonly<Record<string, string>> = { 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }

/** A running recording. It ends when the microphone ends. */
export interface Recording {
  pause(): void
  resume(): void
  /** stops; gives the recording, or null if it is too short */
  finish(): Promise<RecordedVoice | null>
  /** stops and discards the recording */
  cancel(): void
}

/** Releases a microphone, so that the browser no longer shows it as in use. */
export const letGo = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/**
 * Records a microphone with MediaRecorder; the server converts the recording for WhatsApp. `tell` gets, at
 * each animation frame, the recorded milliseconds and the present loudness (0 to 1). If the browser cannot
 * record, throws and releases the microphone.
 */
export const startRecording = (
  stream: MediaStream,
  tell: (elapsed: number, level: number) => void,
): Recording => {
  let audio: AudioContext | undefined
  let frame = 0
  /** milliseconds before `since` */
  let recorded = 0
  /** time of the last start or resume; null while not recording */
  let since: number | null = null
  const elapsed = (): number => recorded + (since === null ? 0 : performance.now() - since)
  const hold = (): void => {
    recorded = elapsed()
    since = null
    cancelAnimationFrame(frame)
  }
  const release = (): void => {
    hold()
    letGo(stream)
    void audio?.close()
  }
  try {
    const mimeType = OPUS.find((type) => MediaRecorder.isTypeSupported(type))
    const media = new MediaRecorder(stream, { audioBitsPerSecond: 64_000, ...(mimeType && { mimeType }) })
    audio = new AudioContext()
    const analyser = audio.createAnalyser()
    audio.createMediaStreamSource(stream).connect(analyser)
    const samples = new Uint8Array(analyser.fftSize)
    const chunks: Blob[] = []
    const goOn = (): void => {
      since = performance.now()
      const meter = (): void => {
        analyser.getByteTimeDomainData(samples)
        const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0)
        tell(elapsed(), Math.min(1, peak / 100))
        frame = requestAnimationFrame(meter)
      }
      meter()
    }
    media.addEventListener('dataavailable', ({ data }) => chunks.push(data))
    const ended = new Promise<void>((resolve) => {
      media.addEventListener('stop', () => {
        hold()
        tell(elapsed(), 0)
        resolve()
      })
    })
    media.start(250)
    goOn()
    return {
      pause: () => {
        if (media.state === 'recording') media.pause()
        hold()
      },
      resume: () => {
        if (media.state !== 'paused') return
        media.resume()
        goOn()
      },
      finish: async () => {
        if (media.state !== 'inactive') media.stop()
        await ended
        release()
        if (recorded < SHORTEST_MS) return null
        const type = media.mimeType.split(';')[0] ?? 'audio/webm'
        const file = new File(chunks, `voice.${ENDINGS[type] ?? 'webm'}`, { type })
        return { file, elapsed: recorded }
      },
      cancel: () => {
        if (media.state !== 'inactive') media.stop()
        release()
      },
    }
  } catch (failure) {
    release()
    throw failure
  }
}
