// @ts-check
import { button, make } from './api.js'
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
    parts.push(make('img', { src, alt: message.text ?? '', loading: 'lazy' }))
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
 *   onReply: () => void, onReact: (emoji: string) => void, onEdit: () => void, onRemove: () => void, onPlayed: () => void }} given */
export const messageItem = (given) => {
  const { message, phone, names, find, fileUrl } = given
  const mine = message.fromMe
  const quoted = message.quotedId && find(message.quotedId)
  const emoji = [...new Set(Object.values(message.reactions))].join(' ')
  const picker = make('span', { hidden: '' })
  const chooseEmoji = () => {
    picker.hidden = !picker.hidden
    if (!picker.hidden) /** @type {HTMLElement | null} */ (picker.querySelector('button'))?.focus()
  }
  for (const one of EMOJI) picker.append(button(one || '✕', () => given.onReact(one)))
  const acts = make('span', { class: 'acts' })
  if (!message.revoked) {
    acts.append(button('↩', given.onReply, { title: word('reply'), 'aria-label': word('reply') }))
    acts.append(button('☺', chooseEmoji, { title: word('react'), 'aria-label': word('react') }), picker)
    if (message.author === phone.number) {
      if (message.kind === 'text')
        acts.append(button('✎', given.onEdit, { title: word('edit'), 'aria-label': word('edit') }))
      acts.append(button('🗑', given.onRemove, { title: word('remove'), 'aria-label': word('remove') }))
    }
    if (!mine && message.kind === 'voice') {
      acts.append(button('🎧', given.onPlayed, { title: word('listened'), 'aria-label': word('listened') }))
    }
  }
  return make(
    'li',
    { class: mine ? 'message mine' : 'message', 'data-id': message.id },
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
          { class: `tick ${message.tick}`, title: message.tick },
          TICKS[/** @type {keyof typeof TICKS} */ (message.tick)] ?? '',
        ),
      acts,
    ),
  )
}
