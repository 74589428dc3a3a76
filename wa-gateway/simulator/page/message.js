// @ts-check
import { button, make, pictureButton } from './api.js'
import { icon } from './icons.js'
import { clock, word } from './words.js'

const TICKS = { pending: '…', sent: '✓', delivered: '✓✓', read: '✓✓', played: '✓✓', failed: '!' }
const EMOJI = ['👍', '❤️', '😂', '😮', '🙏', '']

/**
 * The delivery state of an own message, as a tick.
 * @param {any} message
 */
export const tickOf = ({ tick }) => {
  const says = word(`tick_${tick}`)
  const sign = TICKS[/** @type {keyof typeof TICKS} */ (tick)] ?? ''
  return make('span', { class: `tick ${tick}`, role: 'img', 'aria-label': says, title: says }, sign)
}

/**
 * A preview of a message in one line.
 * @param {any} message
 */
export const previewOf = ({ kind, text, fileName, revoked }) => {
  if (revoked) return word('removed')
  const first = (text ?? fileName ?? '').split('\n')[0]
  if (kind === 'text') return first
  return first ? `${word(`kind_${kind}`)} · ${first}` : word(`kind_${kind}`)
}

const lineOf = (/** @type {string} */ card, /** @type {RegExp} */ wanted) => wanted.exec(card)?.[1] ?? ''

/** @param {any} message @param {string} src */
const fileOf = ({ kind, text, fileName, mimetype }, src) => {
  if (kind === 'image' || kind === 'sticker') {
    return make('img', { src, alt: text || word(`kind_${kind}`), loading: 'lazy', class: kind })
  }
  const label = word(`kind_${kind}`)
  if (kind === 'video') return make('video', { src, controls: '', 'aria-label': label })
  if (kind !== 'document') return make('audio', { src, controls: '', preload: 'none', 'aria-label': label })
  return make('a', { href: src, download: fileName ?? '', class: 'card' }, fileName ?? mimetype ?? label)
}

/**
 * The content of a message, as elements.
 * @param {any} message
 * @param {string} fileUrl
 */
const body = (message, fileUrl) => {
  const { kind, text, place, cards = [], preview } = message
  if (message.revoked) return [make('p', { class: 'soft' }, word('removed'))]
  if (place) {
    const { latitude, longitude, name, address } = place
    const href = `https://maps.google.com/maps?q=${encodeURIComponent(`${latitude},${longitude}`)}`
    const map = make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, word('openMap'))
    return [make('div', { class: 'card' }, make('b', {}, name || word('place')), address, map)]
  }
  if (kind === 'contact') {
    return cards.map((/** @type {string} */ card) =>
      make(
        'div',
        { class: 'card' },
        make('b', {}, lineOf(card, /^FN:(.*)$/m)),
        lineOf(card, /^TEL.*?:(.*)$/m),
      ),
    )
  }
  if (kind === 'poll') {
    const [question = '', ...options] = (text ?? '').split('\n')
    return [
      make('b', {}, question),
      make('ul', {}, ...options.map((/** @type {string} */ one) => make('li', {}, one))),
    ]
  }
  if (kind === 'unknown') return [make('p', { class: 'soft' }, word('kind_unknown'))]
  const link = preview && {
    href: /^https?:/.test(preview.url) ? preview.url : undefined,
    target: '_blank',
    rel: 'noopener noreferrer',
    class: 'card',
  }
  return [
    message.hasFile && fileOf(message, fileUrl),
    link && make('a', link, make('b', {}, preview.title), preview.description),
    text && make('p', {}, text),
  ]
}

/**
 * The buttons of a message.
 * @param {any} message
 * @param {Record<'onReply' | 'onEdit' | 'onRemove' | 'onPlayed', () => unknown> & { onReact: (emoji: string) => unknown }}
 * given
 */
const actsOn = (message, given) => {
  const acts = make('span', { class: 'acts' })
  if (message.revoked) return acts
  const picker = make('span', { hidden: '' })
  const chooseEmoji = () => {
    picker.hidden = !picker.hidden
    open.setAttribute('aria-expanded', String(!picker.hidden))
    if (!picker.hidden) picker.querySelector('button')?.focus()
  }
  const open = pictureButton(icon('smile'), word('react'), chooseEmoji)
  open.setAttribute('aria-expanded', 'false')
  for (const one of EMOJI) {
    const react = () => {
      chooseEmoji()
      open.focus()
      return given.onReact(one)
    }
    picker.append(
      one === ''
        ? pictureButton(icon('cross'), word('unreact'), react)
        : button(one, react, { 'data-key': one }),
    )
  }
  acts.append(pictureButton(icon('reply'), word('reply'), given.onReply), open, picker)
  if (message.fromMe) {
    if (message.kind === 'text') acts.append(pictureButton(icon('pencil'), word('edit'), given.onEdit))
    acts.append(pictureButton(icon('bin'), word('remove'), given.onRemove))
  } else if (message.kind === 'voice') {
    acts.append(pictureButton(icon('ear'), word('listened'), given.onPlayed))
  }
  return acts
}

/**
 * A message of the conversation.
 * @param {{ message: any, quoted: any, names: (number: string) => string, fileUrl: string, onReply: () => unknown, onReact:
 * (emoji: string) => unknown, onEdit: () => unknown, onRemove: () => unknown, onPlayed: () => unknown }} given
 */
export const messageItem = (given) => {
  const { message, quoted, names, fileUrl } = given
  const mine = message.fromMe
  const reactions = Object.entries(message.reactions)
  const emoji = [...new Set(reactions.map(([, one]) => one))].join(' ')
  const by = reactions.map(([number, one]) => `${one} ${names(number)}`).join(', ')
  return make(
    'li',
    { class: `message ${mine ? 'mine' : ''} ${message.kind}` },
    message.chat.includes('@') && !mine && make('small', {}, names(message.author)),
    message.forwarded && make('small', {}, word('forwarded')),
    message.viewOnce && make('small', {}, word('once')),
    quoted &&
      make('blockquote', {}, make('b', {}, names(quoted.author)), make('span', {}, previewOf(quoted))),
    ...body(message, fileUrl),
    make(
      'footer',
      {},
      emoji && make('span', { role: 'img', 'aria-label': by, title: by }, emoji),
      message.edited && make('span', {}, word('edited')),
      make('time', { datetime: new Date(message.at).toISOString() }, clock(message.at)),
      mine && tickOf(message),
    ),
    actsOn(message, given),
  )
}
