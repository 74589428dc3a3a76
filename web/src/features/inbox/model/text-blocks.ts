import { MOST_PIECES, type Piece, splitText } from '../../../base/whatsapp-text.js'

/** A block of a message's text: a paragraph, or a quote or list by WhatsApp's format. */
export type Block =
  | { readonly kind: 'words'; readonly words: readonly Piece[] }
  | { readonly kind: 'quote'; readonly words: readonly Piece[] }
  | { readonly kind: 'bullets'; readonly items: readonly (readonly Piece[])[] }
  | { readonly kind: 'numbers'; readonly first: number; readonly items: readonly (readonly Piece[])[] }

const QUOTED_LINE = /^> ?(.*)$/s
const BULLET = /^[*-] (?=\S)(.*)$/s
const NUMBERED = /^(\d{1,3})\. (?=\S)(.*)$/s

type Kind = Block['kind']
interface Line {
  readonly kind: Kind
  readonly number: number
  readonly text: string
}
const lineOf = (line: string): Line => {
  const quoted = QUOTED_LINE.exec(line)
  if (quoted) return { kind: 'quote', number: 0, text: quoted[1] ?? '' }
  const bullet = BULLET.exec(line)
  if (bullet) return { kind: 'bullets', number: 0, text: bullet[1] ?? '' }
  const numbered = NUMBERED.exec(line)
  if (numbered) return { kind: 'numbers', number: Number(numbered[1]), text: numbered[2] ?? '' }
  return { kind: 'words', number: 0, text: line }
}

/** Lines of a text. Code between three backquotes is one line, because formats do not apply in code. */
const linesOf = (text: string): string[] => {
  const lines: string[] = ['']
  for (const [index, part] of text.split(/(```[\s\S]+?```)/).entries()) {
    const [first = '', ...others] = index % 2 === 1 ? [part] : part.split('\n')
    lines[lines.length - 1] += first
    lines.push(...others)
  }
  return lines
}

/** Whether a numbered line continues the list above. */
const goesOn = (group: readonly Line[], line: Line): boolean => {
  const last = group.at(-1)
  if (last === undefined || last.kind !== line.kind) return false
  return line.kind !== 'numbers' || line.number === last.number + 1
}

/**
 * Splits a text into blocks. Text stays text: nothing here becomes HTML. After some hundreds of pieces the
 * rest is plain text.
 */
export const textBlocks = (text: string): Block[] => {
  const lines = linesOf(text)
  if (lines.length > MOST_PIECES) return [{ kind: 'words', words: splitText(text) }]
  const groups: Line[][] = []
  for (const one of lines) {
    const line = lineOf(one)
    const last = groups.at(-1)
    if (last !== undefined && goesOn(last, line)) last.push(line)
    else groups.push([line])
  }
  return groups.map((group): Block => {
    const { kind = 'words', number = 1 } = group[0] ?? {}
    if (kind === 'words' || kind === 'quote')
      return { kind, words: splitText(group.map((line) => line.text).join('\n')) }
    const items = group.map((line) => splitText(line.text))
    return kind === 'bullets' ? { kind, items } : { kind, first: number, items }
  })
}
