// @ts-check
import { button, call, make, tell } from './api.js'
import { openLinking, setUpAdding } from './dialogs.js'
import { messageItem } from './message.js'
import { recordVoice } from './voice.js'
import { translatePage, word } from './words.js'

const area = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const phonesArea = area('phones')
const chatsArea = area('chats')
const talkArea = area('talk')

/** @type {any[]} */ let phones = []
/** @type {any[]} */ let groups = []
/** @type {any[]} */ let messages = []
let picked = ''
let chat = ''
/** @type {{ kind: 'reply' | 'edit', id: string } | undefined} */ let about
let typingSince = 0
let typingTimer = 0

const nameOf = (/** @type {string} */ number) =>
  phones.find((one) => one.number === number)?.name ??
  groups.find((one) => one.jid === number)?.subject ??
  number
const me = () => phones.find((one) => one.number === picked)
const chatPath = () => `phones/${picked}/chats/${encodeURIComponent(chat)}`
const messagePath = (/** @type {string} */ id) => `phones/${picked}/messages/${id}`

const drawPhones = () => {
  const items = phones.map((phone) =>
    make(
      'button',
      {
        type: 'button',
        class: 'item',
        'aria-current': String(phone.number === picked),
        click: () => void pickPhone(phone.number),
      },
      phone.unseen > 0 && make('span', { class: 'count' }, String(phone.unseen)),
      make('b', {}, phone.name),
      make('small', {}, `+${phone.number}`),
      make(
        'small',
        {},
        `${word(phone.kind === 'own' ? 'ownPhone' : 'customerPhone')} · ${word(phone.online ? 'online' : 'offline')}`,
      ),
    ),
  )
  phonesArea.replaceChildren(...items)
}

const drawChats = async () => {
  const phone = me()
  if (!phone) return chatsArea.replaceChildren()
  const chats = await call('GET', `phones/${picked}/chats`)
  if (phone.number !== picked) return
  const known = new Set(chats.map((/** @type {any} */ one) => one.chat))
  const others = [
    ...phones.filter((one) => one.number !== picked).map((one) => one.number),
    ...groups.filter((one) => one.members.includes(picked)).map((one) => one.jid),
  ]
  const choice = make(
    'select',
    { 'aria-label': word('newChat'), change: (event) => void pickChat(event.target.value) },
    make('option', { value: '' }, word('newChat')),
  )
  for (const one of others) if (!known.has(one)) choice.append(make('option', { value: one }, nameOf(one)))
  const items = chats.map((/** @type {any} */ one) =>
    make(
      'button',
      {
        type: 'button',
        class: 'item',
        'aria-current': String(one.chat === chat),
        click: () => void pickChat(one.chat),
      },
      one.unseen > 0 && make('span', { class: 'count' }, String(one.unseen)),
      make('b', {}, one.name),
      make(
        'small',
        {},
        one.last.revoked ? word('removed') : (one.last.text ?? one.last.fileName ?? one.last.kind),
      ),
    ),
  )
  const tools = make(
    'div',
    { class: 'bar' },
    button(word('linkDevice'), () => void openLinking(phone)),
    button(
      word(phone.online ? 'turnOff' : 'turnOn'),
      () => void call('PATCH', `phones/${picked}`, { online: !phone.online }),
    ),
    choice,
  )
  chatsArea.replaceChildren(tools, ...items)
}

const setAbout = (/** @type {typeof about} */ next) => {
  about = next
  const line = document.getElementById('about')
  const text = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('text'))
  const target = messages.find((one) => one.id === next?.id)
  if (!line || !text) return
  line.replaceChildren()
  line.hidden = !next
  if (next?.kind === 'edit') text.value = target?.text ?? ''
  if (next)
    line.append(
      `${word(next.kind === 'edit' ? 'editing' : 'replying')}: ${target?.text ?? '…'}`,
      button('✕', () => setAbout(undefined), { 'aria-label': word('cancel') }),
    )
  text.focus()
}

const sendText = async () => {
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'))
  const text = field.value.trim()
  if (!text) return
  const { kind, id } = about ?? {}
  field.value = ''
  setAbout(undefined)
  stopTyping()
  if (kind === 'edit') await call('PUT', `${messagePath(id ?? '')}/text`, { text })
  else await call('POST', `${chatPath()}/texts`, { text, ...(kind === 'reply' && { quoted: id }) })
}

const sendFile = async (
  /** @type {Blob} */ file,
  /** @type {string} */ kind,
  /** @type {Record<string, string>} */ more,
) => {
  const query = new URLSearchParams({ kind, ...more })
  await call('POST', `${chatPath()}/files?${query}`, file, file.type || 'application/octet-stream')
}

/** Kind of message that a file makes; a picture that not every phone shows goes as a document. */
const kindOf = (/** @type {string} */ type) =>
  /^image\/(png|jpeg|webp|gif)$/.test(type)
    ? 'image'
    : (['video', 'audio'].find((kind) => type.startsWith(`${kind}/`)) ?? 'document')

const stopTyping = () => {
  clearTimeout(typingTimer)
  if (typingSince > 0) void call('POST', `${chatPath()}/typing`, { state: 'paused' })
  typingSince = 0
}
const noteTyping = () => {
  if (Date.now() - typingSince > 5000) {
    typingSince = Date.now()
    void call('POST', `${chatPath()}/typing`, { state: 'composing' })
  }
  clearTimeout(typingTimer)
  typingTimer = setTimeout(stopTyping, 3000)
}

const drawTalk = () => {
  if (!me() || !chat) {
    talkArea.replaceChildren(make('p', { class: 'empty' }, word(phones.length > 0 ? 'noChat' : 'noPhone')))
    return
  }
  const file = /** @type {HTMLInputElement} */ (make('input', { type: 'file', hidden: '' }))
  file.addEventListener('change', async () => {
    for (const one of file.files ?? []) await sendFile(one, kindOf(one.type), { name: one.name })
    file.value = ''
  })
  const text = make('textarea', {
    id: 'text',
    rows: '1',
    maxlength: '10000',
    'aria-label': word('write'),
    placeholder: word('write'),
    input: noteTyping,
    keydown: (event) => {
      if (event.key === 'Escape') setAbout(undefined)
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      void sendText()
    },
  })
  const voice = button('🎤', () =>
    recordVoice(
      voice,
      (state) => void call('POST', `${chatPath()}/typing`, { state }),
      (blob, seconds) => void sendFile(blob, 'voice', { seconds: String(seconds) }),
    ),
  )
  voice.setAttribute('aria-label', word('voice'))
  const calling = async () => {
    await call('POST', `${chatPath()}/calls`, {})
    tell(word('calling'))
  }
  talkArea.replaceChildren(
    make(
      'div',
      { class: 'bar' },
      make('b', { class: 'grow' }, nameOf(chat), ' ', make('small', { id: 'state' })),
      button(word('read'), () => void call('POST', `${chatPath()}/read`, {})),
      !chat.includes('@') && button(word('call'), calling),
    ),
    make('ol', { id: 'messages', tabindex: '0', 'aria-label': word('conversation') }),
    make('div', { id: 'about', class: 'about', hidden: '' }),
    make(
      'div',
      { class: 'compose' },
      file,
      button('📎', () => file.click(), { 'aria-label': word('attach'), title: word('attach') }),
      voice,
      text,
      button(word('send'), sendText, { class: 'strong' }),
    ),
  )
}

const drawMessages = async () => {
  const list = document.getElementById('messages')
  if (!list || !chat) return
  const wanted = `${picked} ${chat}`
  const found = await call('GET', `${chatPath()}/messages`)
  if (wanted !== `${picked} ${chat}`) return
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80 || messages.length === 0
  messages = found
  const items = messages.map((message) =>
    messageItem({
      message,
      phone: me(),
      names: nameOf,
      find: (id) => messages.find((one) => one.id === id),
      fileUrl: `${messagePath(message.id)}/file`,
      onReply: () => setAbout({ kind: 'reply', id: message.id }),
      onReact: (emoji) => void call('PUT', `${messagePath(message.id)}/reaction`, { emoji }),
      onEdit: () => setAbout({ kind: 'edit', id: message.id }),
      onRemove: () => void call('DELETE', messagePath(message.id)),
      onPlayed: () => void call('POST', `${messagePath(message.id)}/played`, {}),
    }),
  )
  list.replaceChildren(...items)
  if (atEnd) list.scrollTop = list.scrollHeight
}

const loadPhones = async () => {
  ;[phones, groups] = await Promise.all([call('GET', 'phones'), call('GET', 'groups')])
  drawPhones()
}

const pickPhone = async (/** @type {string} */ number) => {
  picked = number
  chat = ''
  await loadPhones()
  await drawChats()
  drawTalk()
}

const pickChat = async (/** @type {string} */ wanted) => {
  if (!wanted) return
  chat = wanted
  about = undefined
  messages = []
  drawTalk()
  await Promise.all([drawChats(), drawMessages()])
  document.getElementById('text')?.focus()
}

let waiting = false
/** Draws again what may have changed, once for many changes. */
const refresh = () => {
  if (waiting) return
  waiting = true
  setTimeout(async () => {
    waiting = false
    await loadPhones()
    await Promise.all([drawChats(), drawMessages()])
  }, 60)
}

const listen = () => {
  const source = new EventSource('events')
  source.addEventListener('changed', refresh)
  source.addEventListener('open', refresh)
  source.addEventListener('phone', (event) => {
    const { number, name, value } = JSON.parse(event.data)
    if (name === 'call' && number === picked && value?.state === 'reject') tell(word('refused'))
    if (name !== 'typing') return refresh()
    const state = document.getElementById('state')
    if (number !== picked || value?.chat !== chat || !state) return
    state.textContent = value.state === 'paused' ? '' : word(value.state)
  })
}

translatePage()
setUpAdding((number) => void pickPhone(number))
await loadPhones()
drawTalk()
if (phones[0]) await pickPhone(phones[0].number)
listen()
