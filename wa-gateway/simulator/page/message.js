// @ts-check
import { button, make, pictureButton } from './api.js'
import { icon } from './icons.js'
import { clock, word } from './words.js'

const TICKS = { pending: '…', sent: '✓', delivered: '✓✓', read: '✓✓', played: '✓✓', failed: '!' }
const EMOJI = ['👍', '❤️', '😂', '😮', '🙏', '']

/** What a message holds, as elements.
 * @param {any} message @param {string} fileUrl */
const body = (message, fileUrl) => {
  if (message.revoked) return [make('p', { class: 'soft' }, word('removed'))]
  const parts = []
  const src = message.hasFile ? fileUrl : undefined
  if (src && (message.kind === 'image' || message.kind === 'sticker'))
    parts.push(make('img', { src, alt: message.text || word('picture'), loading: 'lazy' }))
  else if (src && message.kind === 'video') parts.push(make('video', { src, controls: '' }))
  else if (src && (message.kind === 'audio' || message.kind === 'voice'))
    parts.push(make('audio', { src, controls: '', preload: 'none' }))
  else if (src)
    parts.push(
      make(
        'a',
        { href: src, download: message.fileName ?? '' },
        `📄 ${message.fileName ?? message.mimetype ?? ''}`,
      ),
    )
  if (message.place) {
    const { latitude, longitude, name } = message.place
    parts.push(make('p', {}, `📍 ${name ?? word('location')} ${latitude}, ${longitude}`))
  }
  if (message.kind === 'contact') parts.push(make('p', {}, `👤 ${message.text ?? ''}`))
  else if (message.text) parts.push(make('p', {}, message.text))
  if (message.kind === 'unknown') parts.push(make('p', { class: 'soft' }, '…'))
  return parts
}

/** One message as it stands in the conversation.
 * @param {{ message: any, phone: any, names: (number: string) => string, find: (id: string) => any, fileUrl: string,
 *   onReply: () => unknown, onReact: (emoji: string) => unknown, onEdit: () => unknown, onRemove: () => unknown, onPlayed: () => unknown }} given */
export const messageItem = (given) => {
  const { message, phone, names, find, fileUrl } = given
  const mine = message.fromMe
  const quoted = message.quotedId && find(message.quotedId)
  const ticked = word(`tick_${message.tick}`)
  const emoji = [...new Set(Object.values(message.reactions))].join(' ')
  const picker = make('span', { hidden: '' })
  const chooseEmoji = () => {
    picker.hidden = !picker.hidden
    open.setAttribute('aria-expanded', String(!picker.hidden))
    if (!picker.hidden) /** @type {HTMLElement | null} */ (picker.querySelector('button'))?.focus()
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
  const acts = make('span', { class: 'acts' })
  if (!message.revoked) {
    acts.append(pictureButton(icon('reply'), word('reply'), given.onReply), open, picker)
    if (message.author === phone.number) {
      if (message.kind === 'text') acts.append(pictureButton(icon('pencil'), word('edit'), given.onEdit))
      acts.append(pictureButton(icon('bin'), word('remove'), given.onRemove))
    }
    if (!mine && message.kind === 'voice')
      acts.append(pictureButton(icon('ear'), word('listened'), given.onPlayed))
  }
  return make(
    'li',
    { class: mine ? 'message mine' : 'message' },
    message.chat.includes('@') && !mine && make('small', {}, names(message.author)),
    quoted && make('blockquote', {}, quoted.text ?? quoted.fileName ?? '…'),
    ...body(message, fileUrl),
    make(
      'footer',
      {},
      emoji && make('span', {}, emoji),
      message.edited && make('span', {}, word('edited')),
      make('time', { datetime: new Date(message.at).toISOString() }, clock(message.at)),
      mine &&
        make(
          'span',
          { class: `tick ${message.tick}`, role: 'img', 'aria-label': ticked, title: ticked },
          TICKS[/** @type {keyof typeof TICKS} */ (message.tick)] ?? '',
        ),
      acts,
    ),
  )
}
