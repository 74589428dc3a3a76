// @ts-check
import { call, quietly, tell } from './api.js'
import { drawBusy } from './busy.js'
import { ended } from './calls.js'
import { setUpAdding } from './dialogs.js'
import { icon } from './icons.js'
import { drawList, setUpSearch } from './list.js'
import { me, state } from './state.js'
import { drawMessages, drawTalk, showTyping } from './talk.js'
import { setUpTheme } from './theme.js'
import { translatePage, word } from './words.js'

/** Milliseconds in which several changes lead to one redraw. */
const TOGETHER_MS = 60
const AGAIN_MS = 3000

const list = () => drawList({ pickPhone, pickChat })
const talk = () => drawTalk(() => void quietly(() => pickChat('')))

const loadPhones = async () => {
  ;[state.phones, state.groups] = await Promise.all([call('GET', 'phones'), call('GET', 'groups')])
  list()
}

const pickChat = async (/** @type {string} */ wanted) => {
  Object.assign(state, { chat: wanted, about: undefined, messages: [] })
  talk()
  list()
  await drawMessages()
  const next = wanted ? document.getElementById('text') : document.querySelector('.item[aria-current=true]')
  if (next instanceof HTMLElement) next.focus()
}

/**
 * Picks a phone and one of its chats: `wanted`, else the last one. A customer without chats gets a chat with the company.
 * @param {string} number
 * @param {string} [wanted]
 */
const pickPhone = async (number, wanted) => {
  state.picked = number
  const phone = me()
  const ours = state.phones.find((one) => one.kind === 'own')?.number
  await pickChat(wanted ?? phone?.chats[0]?.chat ?? (phone?.kind === 'customer' ? (ours ?? '') : ''))
}

let waiting = false
/** Redraws the page, once for several changes. */
const refresh = () => {
  if (waiting) return
  waiting = true
  setTimeout(async () => {
    waiting = false
    await quietly(() => Promise.all([loadPhones(), drawMessages(), drawBusy()]))
  }, TOGETHER_MS)
}

const listen = () => {
  const source = new EventSource('events')
  source.addEventListener('changed', refresh)
  source.addEventListener('open', refresh)
  source.addEventListener('error', () => {
    tell(word('unreachable'))
    // The browser reconnects by itself, except after a refusal. Then the token has expired, and a call renews it.
    if (source.readyState !== EventSource.CLOSED) return
    setTimeout(async () => {
      await quietly(() => call('GET', 'groups'))
      listen()
    }, AGAIN_MS)
  })
  source.addEventListener('phone', (event) => {
    const { number, name, value } = JSON.parse(event.data)
    const here = number === state.picked
    if (name === 'call') ended(value?.callId)
    if (name === 'call' && here && value?.state === 'reject') tell(word('refused'))
    if (name !== 'typing') return refresh()
    if (here && value?.chat === state.chat) showTyping(value.state)
  })
}

translatePage()
setUpTheme()
setUpSearch(list)
document.getElementById('add-open')?.prepend(icon('plus'))
setUpAdding(
  (number) =>
    void quietly(async () => {
      await loadPhones()
      await pickPhone(number)
    }),
)
talk()
await quietly(async () => {
  await Promise.all([loadPhones(), drawBusy()])
  talk()
})
listen()
