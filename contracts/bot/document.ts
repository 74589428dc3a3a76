/** Weights for the second check digit of a CNPJ. The first check digit uses all but the first weight. */
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * A check digit: the weighted sum of the preceding characters modulo 11. A letter's value is its ASCII code minus that
 * of 0.
 */
const checkDigit = (before: string, weights: readonly number[]): number => {
  const sum = [...before].reduce((all, char, at) => all + (char.charCodeAt(0) - 48) * (weights[at] ?? 0), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
const downFrom = (highest: number): readonly number[] =>
  Array.from({ length: highest - 1 }, (_, at) => highest - at)

const isCpf = (text: string): boolean =>
  /^[0-9]{11}$/.test(text) &&
  !/^([0-9])\1{10}$/.test(text) &&
  checkDigit(text.slice(0, 9), downFrom(10)) === Number(text[9]) &&
  checkDigit(text.slice(0, 10), downFrom(11)) === Number(text[10])

/** Whether a text is a valid CNPJ. Since 2026 its first twelve characters may be letters. */
const isCnpj = (text: string): boolean =>
  /^[0-9A-Z]{12}[0-9]{2}$/.test(text) &&
  !/^([0-9])\1{13}$/.test(text) &&
  checkDigit(text.slice(0, 12), WEIGHTS.slice(1)) === Number(text[12]) &&
  checkDigit(text.slice(0, 13), WEIGHTS) === Number(text[13])

/** Groups of digits, with or without the usual punctuation between them. */
const CANDIDATE =
  /\b(?:[0-9]{3}[. ]?[0-9]{3}[. ]?[0-9]{3}[- ]?[0-9]{2}|[0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[/ ]?[0-9A-Z]{4}[- ]?[0-9]{2})\b/g
/** Maximum length of an answer with a document, in UTF-16 code units. */
const LONGEST = 200

/** The CPF or CNPJ in a text, without punctuation. Null for none, for a wrong check digit, or for several. */
export const documentOf = (said: string): string | null => {
  if (said.length > LONGEST) return null
  const found = said.normalize('NFKC').toUpperCase().match(CANDIDATE) ?? []
  const bare = found.map((one) => one.replace(/[^0-9A-Z]/g, ''))
  const documents = new Set(bare.filter((one) => isCpf(one) || isCnpj(one)))
  const [only = null] = documents
  return documents.size === 1 ? only : null
}

/** A document with its usual punctuation: `529.982.247-25`, `11.222.333/0001-81`. */
export const markedDocument = (document: string): string =>
  document.length === 11
    ? document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    : document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
