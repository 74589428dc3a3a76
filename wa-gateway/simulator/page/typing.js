// @ts-check
import { call, quietly } from './api.js'

const AGAIN_MS = 5000
const PAUSE_MS = 3000
let since = 0
let timer = 0
let where = ''

const say = (/** @type {'composing' | 'paused'} */ state) =>
  void quietly(() => call('POST', `${where}/typing`, { state }))

/** Tells the other side that the person has stopped typing. */
export const stopTyping = () => {
  clearTimeout(timer)
  if (since > 0) say('paused')
  since = 0
}

/**
 * Tells the other side that the person is typing, until a pause.
 * @param {string} chatPath
 */
export const noteTyping = (chatPath) => {
  if (where !== chatPath) stopTyping()
  where = chatPath
  if (Date.now() - since > AGAIN_MS) {
    since = Date.now()
    say('composing')
  }
  clearTimeout(timer)
  timer = setTimeout(stopTyping, PAUSE_MS)
}
