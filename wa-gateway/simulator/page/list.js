// @ts-check
import { button, call, make, quietly } from './api.js'
import { avatar } from './avatar.js'
import { openLinking } from './dialogs.js'
import { previewOf, tickOf } from './message.js'
import { redrawList } from './redraw.js'
import { nameOf, state } from './state.js'
import { moment, word } from './words.js'

const area = /** @type {HTMLElement} */ (document.getElementById('phones'))
const field = /** @type {HTMLInputElement} */ (document.getElementById('search'))

const plain = (/** @type {string} */ text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const holds = (/** @type {string} */ wanted, /** @type {(string | undefined)[]} */ ...texts) =>
  texts.some((text) => plain(text ?? '').includes(wanted))
const chatHolds = (/** @type {string} */ wanted) => (/** @type {any} */ one) =>
  holds(wanted, one.name, one.chat, one.last.text, one.last.fileName)

/**
 * A row of the list: name, time, preview of the last message, number of unread messages.
 * @param {{ key: string, name: string, last: any, unseen: number, current: boolean, more?: string, pick: () => unknown }} given
 */
const row = ({ key, name, last, unseen, current, more, pick }) =>
  make(
    'button',
    {
      type: 'button',
      class: 'item',
      'aria-current': String(current),
      'data-key': key,
      click: () => void quietly(pick),
    },
    avatar(name),
    make(
      'span',
      { class: 'said' },
      make('b', {}, name),
      last && make('time', {}, moment(last.at)),
      make('span', { class: 'last' }, last?.fromMe && tickOf(last), last ? previewOf(last) : more),
      unseen > 0 && make('span', { class: 'count' }, String(unseen), make('i', {}, ` ${word('unread')}`)),
    ),
  )

/**
 * Phones and groups that a phone has no chat with yet.
 * @param {any} phone
 */
const strangersOf = (phone) => {
  const known = new Set(phone.chats.map((/** @type {any} */ one) => one.chat))
  const others = [
    ...state.phones.filter((one) => one !== phone).map((one) => one.number),
    ...state.groups.filter((one) => one.members.includes(phone.number)).map((one) => one.jid),
  ]
  return others.filter((one) => !known.has(one)).map((one) => [one, nameOf(one)])
}

/** @param {any} phone @param {string[][]} strangers @param {(chat: string) => unknown} pickChat */
const tools = (phone, strangers, pickChat) => {
  const choice = make(
    'select',
    {
      'aria-label': word('chatWith'),
      'data-key': 'new',
      change: (event) => void quietly(() => pickChat(event.target.value)),
    },
    make('option', { value: '' }, `${word('chatWith')}…`),
    ...strangers.map(([value, name]) => make('option', { value }, name)),
  )
  return make(
    'div',
    { class: 'tools' },
    make(
      'small',
      {},
      `+${phone.number}${phone.username ? ` · @${phone.username}` : ''} · ${word(phone.online ? 'online' : 'offline')}`,
    ),
    button(word('linkDevice'), () => openLinking(phone), { 'data-key': 'link' }),
    button(
      word(phone.online ? 'turnOff' : 'turnOn'),
      () => call('PATCH', `phones/${phone.number}`, { online: !phone.online }),
      { 'data-key': 'power' },
    ),
    strangers.length > 0 && choice,
  )
}

/**
 * Draws the phones that match the search: the company's own first, then by their last message. The picked phone shows its
 * chats.
 * @param {{ pickPhone: (number: string, chat?: string) => unknown, pickChat: (chat: string) => unknown }} acts
 */
export const drawList = ({ pickPhone, pickChat }) => {
  const wanted = plain(field.value.trim())
  const { phones, picked, chat } = state
  const lastOf = (/** @type {any} */ phone) => phone.chats[0]?.last
  const found = phones
    .filter((one) => holds(wanted, one.name, one.number) || one.chats.some(chatHolds(wanted)))
    .sort(
      (a, b) =>
        Number(b.kind === 'own') - Number(a.kind === 'own') || (lastOf(b)?.at ?? 0) - (lastOf(a)?.at ?? 0),
    )
  const itemOf = (/** @type {any} */ phone) => {
    const current = phone.number === picked
    const strangers = current ? strangersOf(phone) : []
    const hit = wanted === '' ? undefined : phone.chats.find(chatHolds(wanted))
    const chatRow = (/** @type {any} */ one) =>
      make(
        'li',
        {},
        row({
          ...one,
          key: `chat ${one.chat}`,
          current: one.chat === chat,
          pick: () => pickChat(one.chat),
        }),
      )
    const draw = () =>
      make(
        'li',
        { class: phone.kind },
        row({
          key: phone.number,
          name: phone.name,
          last: (hit ?? phone.chats[0])?.last,
          unseen: phone.chats.reduce(
            (/** @type {number} */ sum, /** @type {any} */ one) => sum + one.unseen,
            0,
          ),
          current,
          more: word(phone.kind === 'own' ? 'ownPhone' : 'customerPhone'),
          pick: () => pickPhone(phone.number, hit?.chat),
        }),
        current && tools(phone, strangers, pickChat),
        current && phone.chats.length > 0 && make('ul', { class: 'chats' }, ...phone.chats.map(chatRow)),
      )
    return { id: phone.number, from: [phone, current && chat, strangers, hit], draw }
  }
  const none = { id: 'none', from: '', draw: () => make('li', { class: 'empty' }, word('noneFound')) }
  redrawList(area, found.length === 0 && phones.length > 0 ? [none] : found.map(itemOf))
}

/** @param {() => unknown} changed */
export const setUpSearch = (changed) => field.addEventListener('input', changed)
