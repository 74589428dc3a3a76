// @ts-check
import { button, call, tell } from './api.js'
import { word } from './words.js'

/** Calls that ring, by their chat. @type {Map<string, string>} */
const ringing = new Map()
/** Draws the button that is shown. */
let draw = () => {}

/** A button that calls somebody and, while it rings, hangs up.
 * @param {string} chatPath */
export const callButton = (chatPath) => {
  const show = () => {
    control.textContent = word(ringing.has(chatPath) ? 'hangUp' : 'call')
  }
  const control = button('', async () => {
    const callId = ringing.get(chatPath)
    if (callId === undefined) {
      ringing.set(chatPath, (await call('POST', `${chatPath}/calls`, {})).callId)
      tell(word('calling'))
    } else {
      ringing.delete(chatPath)
      await call('DELETE', `${chatPath}/calls/${callId}`)
    }
    show()
  })
  draw = show
  show()
  return control
}

/** Forgets a call that the other side has ended.
 * @param {string} callId */
export const ended = (callId) => {
  for (const [chatPath, id] of ringing) if (id === callId) ringing.delete(chatPath)
  draw()
}
