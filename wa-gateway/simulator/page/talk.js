// @ts-check
import { button, call, make, pictureButton, quietly } from './api.js'
import { avatar } from './avatar.js'
import { callButtons } from './calls.js'
import { sendFile } from './files.js'
import { icon } from './icons.js'
import { kindsButton } from './kinds.js'
import { messageItem, previewOf } from './message.js'
import { redrawList } from './redraw.js'
import { chatPath, me, messageOf, messagePath, nameOf, state } from './state.js'
import { noteTyping, stopTyping } from './typing.js'
import { recordVoice } from './voice.js'
import { word } from './words.js'

const talkArea = /** @type {HTMLElement} */ (document.getElementById('talk'))
/** How near to its end a conversation is read, in pixels, so that it follows what comes. */
const NEAR = 80

const textField = () => /** @type {HTMLTextAreaElement | null} */ (document.getElementById('text'))

/** Says what the next message is about: an answer to one, another text for one, or nothing. */
const setAbout = (/** @type {typeof state.about} */ next) => {
  const before = state.about
  const line = document.getElementById('about')
  const text = textField()
  const target = messageOf(next?.id ?? '')
  if (!line || !text || (!next && !before)) return
  state.about = next
  line.replaceChildren()
  line.hidden = !next
  if (next?.kind === 'edit') text.value = target?.text ?? ''
  else if (before?.kind === 'edit') text.value = ''
  if (next)
    line.append(
      make('span', {}, `${word(next.kind === 'edit' ? 'editing' : 'replying')}: ${previewOf(target)}`),
      pictureButton(icon('cross'), word('cancel'), () => setAbout(undefined)),
    )
  text.focus()
}

const sendText = async () => {
  const field = textField()
  const text = field?.value.trim()
  if (!field || !text) return
  const { about } = state
  field.value = ''
  setAbout(undefined)
  stopTyping()
  field.focus()
  try {
    if (about?.kind === 'edit') await call('PUT', `${messagePath(about.id)}/text`, { text })
    else await call('POST', `${chatPath()}/texts`, { text, ...(about && { quoted: about.id }) })
  } catch {
    if (field.value !== '') return
    setAbout(about)
    field.value = text
  }
}

const composer = () => {
  const text = make('textarea', {
    id: 'text',
    rows: '1',
    maxlength: '10000',
    'aria-label': word('write'),
    placeholder: word('write'),
    input: () => noteTyping(chatPath()),
    keydown: (event) => {
      if (event.key === 'Escape') setAbout(undefined)
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      void sendText()
    },
  })
  const voice = pictureButton(icon('mic'), word('voice'), () =>
    recordVoice(
      voice,
      (typing) => void quietly(() => call('POST', `${chatPath()}/typing`, { state: typing })),
      (blob, seconds) =>
        void quietly(async () => {
          await sendFile(chatPath(), blob, 'voice', { seconds: String(seconds) })
          setAbout(undefined)
        }),
    ),
  )
  return make(
    'div',
    { class: 'compose' },
    kindsButton({ path: chatPath, sent: () => setAbout(undefined) }),
    text,
    voice,
    button(word('send'), sendText, { class: 'strong' }),
  )
}

/** Draws the place of a conversation, empty of messages.
 * @param {() => unknown} leave goes back to the list, where there is no room for both */
export const drawTalk = (leave) => {
  const { chat, phones } = state
  document.body.dataset.pane = chat ? 'talk' : 'people'
  if (!me() || !chat) {
    talkArea.replaceChildren(make('p', { class: 'empty' }, word(phones.length > 0 ? 'noChat' : 'noPhone')))
    return
  }
  const back = pictureButton(icon('back'), word('toList'), leave)
  back.classList.add('to-list')
  talkArea.replaceChildren(
    make(
      'div',
      { class: 'bar' },
      back,
      avatar(nameOf(chat)),
      make(
        'div',
        { class: 'who' },
        make('b', {}, nameOf(chat)),
        make('small', {}, `${word('as')} ${me().name} `, make('span', { id: 'state', role: 'status' })),
      ),
      pictureButton(icon('eye'), word('read'), () => call('POST', `${chatPath()}/read`, {})),
      ...(chat.includes('@') ? [] : callButtons(chatPath())),
    ),
    make('ol', { id: 'messages', tabindex: '0', 'aria-label': word('conversation'), 'aria-live': 'polite' }),
    make('div', { id: 'about', class: 'about', hidden: '' }),
    composer(),
  )
}

/** Says what the other one is doing.
 * @param {string} doing */
export const showTyping = (doing) => {
  const place = document.getElementById('state')
  if (place) place.textContent = doing === 'paused' ? '' : `· ${word(doing)}`
}

/** Reads and draws the messages of the chat that is open. */
export const drawMessages = async () => {
  const list = document.getElementById('messages')
  if (!list || !state.chat) return
  const wanted = chatPath()
  const found = await call('GET', `${wanted}/messages`)
  if (wanted !== chatPath()) return
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR || state.messages.length === 0
  state.messages = found
  const items = state.messages.map((message) => {
    const quoted = messageOf(message.quotedId)
    const path = messagePath(message.id)
    const draw = () =>
      messageItem({
        message,
        quoted,
        names: nameOf,
        fileUrl: `${path}/file`,
        onReply: () => setAbout({ kind: 'reply', id: message.id }),
        onReact: (emoji) => call('PUT', `${path}/reaction`, { emoji }),
        onEdit: () => setAbout({ kind: 'edit', id: message.id }),
        onRemove: () => call('DELETE', path),
        onPlayed: () => call('POST', `${path}/played`, {}),
      })
    return { id: message.id, from: [message, quoted?.text, quoted?.revoked], draw }
  })
  redrawList(list, items)
  if (atEnd) list.scrollTop = list.scrollHeight
}
