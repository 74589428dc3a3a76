import type { GroupAuthor, MessageKind } from '../events/message.js'

/** Link and name of a place, from a location's body (`image | link | lat, lng | name, address`). */
export const parseLocation = (body: string): { href: string; label: string } | null => {
  const [, link = '', coordinates = '', ...name] = body.split('|').map((part) => part.trim())
  return /^https:\/\/maps\.google\.com\//.test(link)
    ? { href: link, label: name.join(' ').trim() || coordinates }
    : null
}

/** The small JPEG map of a place in base64, drawn by the sender's phone, from a location's body; null without one. */
export const mapOf = (body: string): string | null =>
  /^data:image\/[a-z]+;base64, ?([A-Za-z0-9+/=]+)/.exec(body)?.[1] ?? null

const textOf = (line: string | undefined): string =>
  (line ?? '')
    .replace(/^[^:]*:/, '')
    .replace(/\\n/gi, ' ')
    .replace(/\\(.)/g, '$1')
    .trim()

/** A shared contact: the name, and the numbers as written and as digits. */
export interface Card {
  readonly name: string
  readonly numbers: readonly { readonly text: string; readonly digits: string }[]
}

const numberOf = (line: string): Card['numbers'][number] => {
  const text = textOf(line)
  // WhatsApp's own field of the number includes the country code; the written number may not
  const digits = /;waid=(\d+)/i.exec(line)?.[1] ?? text.replace(/\D/g, '')
  return { text, digits }
}

const cardOf = (body: string): Card => {
  // a line that begins with a space continues the previous line
  const lines = body.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const all = (field: RegExp) => lines.filter((line) => field.test(line))
  const words = (field: RegExp) => all(field).map(textOf).filter(Boolean)
  const [full] = words(/^FN[;:]/i)
  const [part = ''] = words(/^(N|ORG)[;:]/i)
  const numbers = all(/^(item\d+\.)?TEL[;:]/i).map(numberOf)
  return {
    name: full ?? part.replace(/;+/g, ' ').trim(),
    numbers: numbers.filter(({ text }) => text !== ''),
  }
}

/** The vCards of a body, unchanged. */
export const splitCards = (body: string): readonly string[] => body.split(/(?=^BEGIN:VCARD)/im)

/** The contacts in a body of vCards. */
export const parseCards = (body: string): readonly Card[] => splitCards(body).map(cardOf)

/** Display name of a writer in a group: the name, else the number, else ''. */
export const writerName = (writer: Pick<GroupAuthor, 'name' | 'pn'> | undefined): string =>
  writer?.name || (writer?.pn ? `+${writer.pn}` : '')

/** Short text of a message for lists, search results and notices; '' if the message has only its kind. */
export const excerptOf = ({ kind, body }: { readonly kind: MessageKind; readonly body: string }): string => {
  if (kind === 'locationMessage') return parseLocation(body)?.label ?? ''
  if (kind !== 'contactMessage') return body
  const cards = parseCards(body)
  const names = cards.map(({ name }) => name).filter(Boolean)
  return names.length > 0 ? names.join(', ') : (cards[0]?.numbers[0]?.text ?? '')
}
