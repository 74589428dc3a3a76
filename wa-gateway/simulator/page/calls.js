// @ts-check
import { call, pictureButton, tell } from './api.js'
import { icon } from './icons.js'
import { word } from './words.js'

/**
 * Ids of ringing calls, by chat and kind.
 * @type {Map<string, string>}
 */
const ringing = new Map()
/**
 * Functions that redraw the visible call buttons.
 * @type {(() => void)[]}
 */
let draw = []

/**
 * Buttons for an audio call and a video call. While a call rings, its button hangs up.
 * @param {string} chatPath
 */
export const callButtons = (chatPath) => {
  draw = []
  return [false, true].map((video) => {
    const key = `${chatPath} ${video}`
    const show = () => {
      const says = word(ringing.has(key) ? 'hangUp' : video ? 'videoCall' : 'call')
      control.replaceChildren(icon(ringing.has(key) ? 'cross' : video ? 'camera' : 'phone'))
      control.setAttribute('aria-label', says)
      control.setAttribute('title', says)
    }
    const control = pictureButton(icon('phone'), '', async () => {
      const callId = ringing.get(key)
      if (callId === undefined) {
        ringing.set(key, (await call('POST', `${chatPath}/calls`, { video })).callId)
        tell(word('calling'))
      } else {
        ringing.delete(key)
        await call('DELETE', `${chatPath}/calls/${callId}`)
      }
      show()
    })
    draw.push(show)
    show()
    return control
  })
}

/**
 * Removes a call that the other side has ended.
 * @param {string} callId
 */
export const ended = (callId) => {
  for (const [key, id] of ringing) if (id === callId) ringing.delete(key)
  for (const show of draw) show()
}
