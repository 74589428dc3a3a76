import type { Language } from '@guiche/contracts/languages.js'
import { looksLikeAddress, plainName } from '@guiche/contracts/plain-text.js'
import { fillPlaceholders } from '@guiche/contracts/words/fill.js'
import type { Mail } from '@guiche/infra/mail/mailer.js'
import { type LetterKind, MAIL_TEXTS } from './texts.js'

/** The values of a letter. Values are user input: markup in them is escaped, and control characters are removed. */
interface LetterValues {
  readonly language: Language
  readonly name: string
  /** address of its button */
  readonly link: string
  readonly values?: Readonly<Record<string, string>>
}

type Letter = Pick<Mail, 'subject' | 'text' | 'html'>

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0b6e4f;color:#ffffff;text-decoration:none'

/**
 * Writes a letter in a language, as plain text and as simple HTML without remote content. A name that a mail program
 * would turn into a link is left out, because strangers can choose such names.
 */
export const letterOf = (kind: LetterKind, { language, name, link, values = {} }: LetterValues): Letter => {
  const { greeting, nameless, copy, end, [kind]: texts } = MAIL_TEXTS[language]
  const said = (text: string): string =>
    fillPlaceholders(text, (key) => plainName(key === 'name' ? name : (values[key] ?? '')))
  const lines = [looksLikeAddress(plainName(name)) ? nameless : said(greeting), ...texts.lines.map(said)]
  const text = [...lines, link, end].join('\n\n')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const address = escapeHtml(link)
  const html = [
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif;color:#1c2421">`,
    ...paragraphs,
    `<p><a href="${address}" style="${BUTTON}">${escapeHtml(texts.link)}</a></p>`,
    `<p style="font-size:13px">${escapeHtml(copy)}<br>${address}</p>`,
    `<p style="font-size:13px;color:#5a6460">${escapeHtml(end)}</p>`,
    '</body></html>',
  ].join('\n')
  return { subject: said(texts.subject), text, html }
}
