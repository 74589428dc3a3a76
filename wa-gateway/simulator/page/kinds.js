// @ts-check
import { button, call, make, pictureButton, quietly } from './api.js'
import { sendFiles } from './files.js'
import { openForm } from './forms.js'
import { icon } from './icons.js'
import { word } from './words.js'

const ODD = ['event', 'product', 'payment', 'stickers']

/**
 * File pickers by kind of message.
 * @type {Record<string, { accept: string, multiple?: boolean }>}
 */
const FILES = {
  photo: { accept: 'image/*,video/*', multiple: true },
  once: { accept: 'image/*,video/*' },
  document: { accept: '*/*', multiple: true },
  sound: { accept: 'audio/*' },
  sticker: { accept: 'image/*' },
}

const field = (/** @type {string} */ name, /** @type {object} */ more = {}) => ({
  name,
  label: word(name),
  ...more,
})

/**
 * Forms of messages without a file: their fields, and the request that sends them.
 * @type {Record<string, { path: string, fields: () => import('./forms.js').Field[], body: (values: Record<string, string>) =>
 * object }>}
 */
const FORMS = {
  place: {
    path: 'places',
    fields: () => [
      field('name', { value: 'Praça da Sé', optional: true }),
      field('address', { optional: true }),
      field('latitude', { type: 'number', value: '-23.5505' }),
      field('longitude', { type: 'number', value: '-46.6333' }),
    ],
    body: ({ name, address, latitude, longitude }) => ({
      latitude: Number(latitude),
      longitude: Number(longitude),
      ...(name && { name }),
      ...(address && { address }),
    }),
  },
  card: {
    path: 'cards',
    fields: () => [field('name'), field('number', { type: 'tel' })],
    body: ({ name, number = '' }) => ({ name, number: number.replace(/\D/g, '') }),
  },
  poll: {
    path: 'polls',
    fields: () => [
      field('question'),
      field('options', { lines: true }),
      field('several', { type: 'checkbox' }),
    ],
    body: ({ question, options = '', several }) => ({
      question,
      options: options
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      several: several === 'true',
    }),
  },
  link: {
    path: 'texts',
    fields: () => [
      field('text'),
      field('url', { type: 'url', value: 'https://' }),
      field('linkTitle'),
      field('description', { optional: true }),
    ],
    body: ({ text = '', url = '', linkTitle, description }) => ({
      text: text.includes(url) ? text : `${text} ${url}`,
      preview: { url, title: linkTitle, ...(description && { description }) },
    }),
  },
  odd: {
    path: 'odd',
    fields: () => [field('kind', { choices: ODD.map((kind) => [kind, word(`odd_${kind}`)]) }), field('text')],
    body: ({ kind, text }) => ({ kind, text }),
  },
}

/**
 * A button with a menu of all kinds of messages except texts and recordings.
 * @param {{ path: () => string, sent: () => unknown }} given `path`: the chat; `sent`: called after sending
 */
export const kindsButton = ({ path, sent }) => {
  const input = /** @type {HTMLInputElement} */ (make('input', { type: 'file', hidden: '' }))
  let kind = ''
  input.addEventListener('change', async () => {
    const files = [...(input.files ?? [])]
    input.value = ''
    await quietly(async () => {
      await sendFiles(path(), kind, files)
      sent()
    })
  })
  const choose = (/** @type {string} */ wanted) => {
    const { accept = '', multiple = false } = FILES[wanted] ?? {}
    kind = wanted
    Object.assign(input, { accept, multiple })
    input.click()
  }
  const ask = (/** @type {string} */ wanted) => {
    const { path: end, fields, body } = FORMS[wanted] ?? { path: '', fields: () => [], body: () => ({}) }
    const send = async (/** @type {Record<string, string>} */ values) => {
      await call('POST', `${path()}/${end}`, body(values))
      sent()
    }
    openForm({ title: word(wanted), submit: word('send'), fields: fields(), send })
  }
  const show = (/** @type {boolean} */ on) => {
    list.hidden = !on
    open.setAttribute('aria-expanded', String(on))
    if (on) list.querySelector('button')?.focus()
  }
  const item = (/** @type {string} */ wanted, /** @type {(kind: string) => void} */ act) =>
    button(word(wanted), () => {
      show(false)
      open.focus()
      act(wanted)
    })
  const open = pictureButton(icon('plus'), word('more'), () => show(list.hidden === true))
  open.setAttribute('aria-expanded', 'false')
  const list = make(
    'div',
    { class: 'kinds', hidden: '', role: 'group', 'aria-label': word('more') },
    ...Object.keys(FILES).map((wanted) => item(wanted, choose)),
    ...Object.keys(FORMS).map((wanted) => item(wanted, ask)),
  )
  const whole = make(
    'div',
    {
      class: 'kinds-place',
      keydown: (event) => {
        if (event.key !== 'Escape' || list.hidden) return
        event.stopPropagation()
        show(false)
        open.focus()
      },
      focusout: (event) => {
        if (event.relatedTarget && !whole.contains(event.relatedTarget)) show(false)
      },
    },
    input,
    open,
    list,
  )
  return whole
}
