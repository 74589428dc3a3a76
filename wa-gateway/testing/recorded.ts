import { readFileSync } from 'node:fs'

/**
 * Small files of two seconds. `chrome.webm` and `opus.mp4` are recordings of Chromium's MediaRecorder. The others have the
 * formats of the programs in their names: Ogg with Opus, a fragmented MP4 with AAC. The recordings in Ogg become louder.
 */
type RecordedName =
  | 'chrome.webm'
  | 'firefox.ogg'
  | 'opus.mp4'
  | 'safari.mp4'
  | 'voice.aac'
  | 'voice.flac'
  | 'voice.mp3'
  | 'whatsapp.ogg'
  // 64 × 36 pixels: H.264 with AAC, and MPEG-4 with PCM
  | 'film.mov'
  | 'film.mp4'
  | 'old-film.mov'
  // 63 × 35 pixels
  | 'moving.gif'
  | 'still.gif'

/** The bytes of a file in `testing/files`. */
export const recordedFile = (name: RecordedName): Buffer =>
  readFileSync(new URL(`./files/${name}`, import.meta.url))
