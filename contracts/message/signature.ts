import { VISIBLE_CHARACTER } from '../plain-text.js'

/** The signature above a text (`*Bia:*` and a new line). */
const SIGNATURE = /^\*[^*\n]{1,100}:\*\n/

/** An agent's text for the contact: with the name above; unchanged if `name` is null. */
export const signText = (text: string, name: string | null): string =>
  isEmptyText(text) || name === null ? text : `*${name}:*\n${text}`

/** Our text without the name above it, for places that show the author. */
export const withoutSignature = (text: string): string => text.replace(SIGNATURE, '')

/** The name line of a signed text, '' without one. An edit keeps the line. */
export const signatureOf = (text: string): string => SIGNATURE.exec(text)?.[0] ?? ''

/** The signer of a text; null without a signature. */
export const signerOf = (text: string): string | null => {
  const signature = signatureOf(text)
  return signature === '' ? null : signature.slice(1, -3)
}

const VISIBLE = new RegExp(VISIBLE_CHARACTER, 'u')
/** Whether a text has only blanks and invisible characters. A signature above the text does not count. */
export const isEmptyText = (text: string): boolean => !VISIBLE.test(withoutSignature(text))
