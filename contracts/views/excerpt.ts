import type { MessageKind } from '../events/message.js'

/** Where a place stands and what it is called, out of a location's body (`image | link | lat, lng | name, address`). */
export const parseLocation = (body: string): { href: string; label: string } | null => {
  const [, link = '', coordinates = '', ...name] = body.split('|').map((part) => part.trim())
  return /^https:\/\/maps\.google\.com\//.test(link)
    ? { href: link, label: name.join(' ').trim() || coordinates }
    : null
}

const textOf = (line: string | undefined): string =>
  (line ?? '')
    .replace(/^[^:]*:/, '')
    .replace(/\\n/gi, ' ')
    .replace(/\\(.)/g, '$1')
    .trim()

/** Name and numbers of a vCard; of several cards the names in a row, and all numbers. */
export const parseCard = (body: string): { name: string; numbers: string[] } => {
  // a line that begins with a space goes on with the one before it
  const lines = body.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const all = (field: RegExp) =>
    lines
      .filter((line) => field.test(line))
      .map(textOf)
      .filter(Boolean)
  const names = all(/^FN[;:]/i)
  const parts = names.length > 0 ? names : all(/^(N|ORG)[;:]/i).map((name) => name.replace(/;+/g, ' ').trim())
  return { name: parts.join(', '), numbers: all(/^(item\d+\.)?TEL[;:]/i) }
}

/** The words of a message for lists, search results and notices; '' where its kind alone says what it is. */
export const excerptOf = ({ kind, body }: { readonly kind: MessageKind; readonly body: string }): string => {
  if (kind === 'locationMessage') return parseLocation(body)?.label ?? ''
  if (kind !== 'contactMessage') return body
  const { name, numbers } = parseCard(body)
  return name || (numbers[0] ?? '')
}
