// @ts-check
import { tell } from './api.js'
import { icon } from './icons.js'
import { word } from './words.js'

/** @type {MediaRecorder | undefined} */ let running

/**
 * Starts a recording, or ends it and gives the audio with its length in seconds.
 * @param {HTMLElement} control
 * @param {(state: 'recording' | 'paused') => void} show
 * @param {(sound: Blob, seconds: number) => void} done
 */
export const recordVoice = async (control, show, done) => {
  if (running) return running.stop()
  const say = (/** @type {'mic' | 'stop'} */ picture, /** @type {string} */ key) => {
    control.replaceChildren(icon(picture))
    control.setAttribute('aria-label', word(key))
    control.setAttribute('title', word(key))
  }
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
      say('mic', 'voice')
      show('paused')
      done(new Blob(parts, { type: recorder.mimeType }), Math.max(1, Math.round((Date.now() - start) / 1000)))
    })
    recorder.start()
    say('stop', 'stopVoice')
    show('recording')
  } catch {
    tell(word('failed'))
  }
}
