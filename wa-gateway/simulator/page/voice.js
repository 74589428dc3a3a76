// @ts-check
import { tell } from './api.js'
import { word } from './words.js'

/** @type {MediaRecorder | undefined} */ let running

/** Starts recording, or ends it and gives what was said with its length in seconds.
 * @param {HTMLElement} control @param {(state: 'recording' | 'paused') => void} show
 * @param {(sound: Blob, seconds: number) => void} done */
export const recordVoice = async (control, show, done) => {
  if (running) return running.stop()
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const recorder = new MediaRecorder(stream)
    const start = Date.now()
    /** @type {Blob[]} */ const parts = []
    running = recorder
    recorder.addEventListener('dataavailable', (event) => parts.push(event.data))
    recorder.addEventListener('stop', () => {
      running = undefined
      for (const track of stream.getTracks()) track.stop()
      control.textContent = '🎤'
      control.setAttribute('aria-label', word('voice'))
      show('paused')
      done(new Blob(parts, { type: recorder.mimeType }), Math.max(1, Math.round((Date.now() - start) / 1000)))
    })
    recorder.start()
    control.textContent = '⏹'
    control.setAttribute('aria-label', word('stopVoice'))
    show('recording')
  } catch {
    tell(word('failed'))
  }
}
