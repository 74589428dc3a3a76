/** A piece of a message's text: plain, one of WhatsApp's formats, or a safe link. */
export type Piece =
  | { readonly kind: 'text' | 'bold' | 'italic' | 'strike' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

const TOKEN =
  /(```[\s\S]+?```|`[^`\n]+`)|(?<![\p{L}\p{N}*])\*(\S(?:[^*\n]*\S)?)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_(\S(?:[^_\n]*\S)?)_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}~])~(\S(?:[^~\n]*\S)?)~(?![\p{L}\p{N}~])|((?:https?:\/\/|mailto:|tel:)[^\s<>"']+)/gu

/** Gives a link only if its scheme is allowed. */
const safeLink = (candidate: string): string | null => {
  try {
    const { protocol, href } = new URL(candidate)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? href : null
  } catch {
    return null
  }
}

/** Signs at the end of a link that belong to the sentence around it. */
const AFTER_LINK = '.,;:!?)]'

/**
 * A link without the punctuation of its sentence. A loop, because a regular expression takes quadratic time
 * on many such signs.
 */
const withoutSentence = (link: string): string => {
  let end = link.length
  while (end > 0 && AFTER_LINK.includes(link.charAt(end - 1))) end--
  return link.slice(0, end)
}

/** Maximum of formatted pieces of a text, because each is an element of the page; the rest is plain. */
export const MOST_PIECES = 500

/** A text in one line without WhatsApp's marks, for example for a search result. */
export const withoutMarks = (text: string): string =>
  splitText(text)
    .map((piece) => piece.text)
    .join('')

/** Splits a customer's or an agent's text. Text stays text: nothing here is ever HTML. */
export const splitText = (text: string): Piece[] => {
  const result: Piece[] = []
  const plain = (part: string): void => {
    if (part === '') return
    const before = result.at(-1)
    if (before?.kind === 'text') result[result.length - 1] = { kind: 'text', text: before.text + part }
    else result.push({ kind: 'text', text: part })
  }
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    if (result.length >= MOST_PIECES) break
    plain(text.slice(end, match.index))
    end = match.index + match[0].length
    const [whole, code, bold, italic, strike, link] = match
    if (code !== undefined) result.push({ kind: 'code', text: code.replace(/^(`{1,3})([\s\S]+)\1$/, '$2') })
    else if (bold !== undefined) result.push({ kind: 'bold', text: bold })
    else if (italic !== undefined) result.push({ kind: 'italic', text: italic })
    else if (strike !== undefined) result.push({ kind: 'strike', text: strike })
    else if (link !== undefined) {
      const address = withoutSentence(link)
      const href = safeLink(address)
      if (href === null) plain(link)
      else {
        result.push({ kind: 'link', text: address, href })
        plain(link.slice(address.length))
      }
    } else plain(whole)
  }
  plain(text.slice(end))
  return result
}
