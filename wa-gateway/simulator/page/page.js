// @ts-check
import { button, call, make, pictureButton, quietly, tell } from './api.js'
import { callButton, ended } from './calls.js'
import { openLinking, setUpAdding } from './dialogs.js'
import { kindOf, sendFile } from './files.js'
import { icon } from './icons.js'
import { messageItem } from './message.js'
import { redraw, redrawList } from './redraw.js'
import { noteTyping, stopTyping } from './typing.js'
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

const nameOf = (/** @type {string} */ number) =>
  phones.find((one) => one.number === number)?.name ??
  groups.find((one) => one.jid === number)?.subject ??
  number
const me = () => phones.find((one) => one.number === picked)
const chatPath = () => `phones/${picked}/chats/${encodeURIComponent(chat)}`
const messagePath = (/** @type {string} */ id) => `phones/${picked}/messages/${id}`

const drawPhones = () => {
  const draw = (/** @type {any} */ phone) =>
    make(
      'button',
      {
        type: 'button',
        class: 'item',
        'aria-current': String(phone.number === picked),
        'data-key': phone.number,
        click: () => void quietly(() => pickPhone(phone.number)),
      },
      phone.unseen > 0 && make('span', { class: 'count' }, String(phone.unseen)),
      make('b', {}, phone.name),
      make('small', {}, `+${phone.number}`),
      make(
        'small',
        {},
        `${word(phone.kind === 'own' ? 'ownPhone' : 'customerPhone')} · ${word(phone.online ? 'online' : 'offline')}`,
      ),
    )
  redraw(phonesArea, [phones, picked], () => phones.map(draw))
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
    {
      'aria-label': word('newChat'),
      'data-key': 'new',
      change: (event) => void quietly(() => pickChat(event.target.value)),
    },
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
        'data-key': one.chat,
        click: () => void quietly(() => pickChat(one.chat)),
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
    button(word('linkDevice'), () => openLinking(phone), { 'data-key': 'link' }),
    button(
      word(phone.online ? 'turnOff' : 'turnOn'),
      () => call('PATCH', `phones/${picked}`, { online: !phone.online }),
      { 'data-key': 'power' },
    ),
    choice,
  )
  redraw(chatsArea, [chats, chat, phone, others.map(nameOf)], () => [
    tools,
    make('div', { class: 'items' }, ...items),
  ])
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
      pictureButton(icon('cross'), word('cancel'), () => setAbout(undefined)),
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
  try {
    if (kind === 'edit') await call('PUT', `${messagePath(id ?? '')}/text`, { text })
    else await call('POST', `${chatPath()}/texts`, { text, ...(kind === 'reply' && { quoted: id }) })
  } catch {
    if (field.value === '') field.value = text
  }
}

const drawTalk = () => {
  if (!me() || !chat) {
    talkArea.replaceChildren(make('p', { class: 'empty' }, word(phones.length > 0 ? 'noChat' : 'noPhone')))
    return
  }
  const file = /** @type {HTMLInputElement} */ (make('input', { type: 'file', hidden: '' }))
  file.addEventListener('change', async () => {
    await quietly(async () => {
      for (const one of file.files ?? [])
        await sendFile(chatPath(), one, kindOf(one.type), { name: one.name })
    })
    file.value = ''
  })
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
      (state) => void quietly(() => call('POST', `${chatPath()}/typing`, { state })),
      (blob, seconds) =>
        void quietly(() => sendFile(chatPath(), blob, 'voice', { seconds: String(seconds) })),
    ),
  )
  talkArea.replaceChildren(
    make(
      'div',
      { class: 'bar' },
      make('b', { class: 'grow' }, nameOf(chat), ' ', make('small', { id: 'state' })),
      button(word('read'), () => call('POST', `${chatPath()}/read`, {})),
      !chat.includes('@') && callButton(chatPath()),
    ),
    make('ol', { id: 'messages', tabindex: '0', 'aria-label': word('conversation'), 'aria-live': 'polite' }),
    make('div', { id: 'about', class: 'about', hidden: '' }),
    make(
      'div',
      { class: 'compose' },
      file,
      pictureButton(icon('clip'), word('attach'), () => file.click()),
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
  const quotedOf = (/** @type {any} */ message) => messages.find((one) => one.id === message.quotedId)
  const items = messages.map((message) => ({
    id: message.id,
    from: [message, quotedOf(message)?.text],
    draw: () =>
      messageItem({
        message,
        phone: me(),
        names: nameOf,
        find: (id) => messages.find((one) => one.id === id),
        fileUrl: `${messagePath(message.id)}/file`,
        onReply: () => setAbout({ kind: 'reply', id: message.id }),
        onReact: (emoji) => call('PUT', `${messagePath(message.id)}/reaction`, { emoji }),
        onEdit: () => setAbout({ kind: 'edit', id: message.id }),
        onRemove: () => call('DELETE', messagePath(message.id)),
        onPlayed: () => call('POST', `${messagePath(message.id)}/played`, {}),
      }),
  }))
  redrawList(list, items)
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
    await quietly(async () => {
      await loadPhones()
      await Promise.all([drawChats(), drawMessages()])
    })
  }, 60)
}

const listen = () => {
  const source = new EventSource('events')
  source.addEventListener('changed', refresh)
  source.addEventListener('open', refresh)
  source.addEventListener('phone', (event) => {
    const { number, name, value } = JSON.parse(event.data)
    if (name === 'call') ended(value?.callId)
    if (name === 'call' && number === picked && value?.state === 'reject') tell(word('refused'))
    if (name !== 'typing') return refresh()
    const state = document.getElementById('state')
    if (number !== picked || value?.chat !== chat || !state) return
    state.textContent = value.state === 'paused' ? '' : word(value.state)
  })
}

translatePage()
setUpAdding((number) => void quietly(() => pickPhone(number)))
await quietly(async () => {
  await loadPhones()
  drawTalk()
  if (phones[0]) await pickPhone(phones[0].number)
})
listen()
