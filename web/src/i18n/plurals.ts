/** Nested texts by key. */
export type Tree = { readonly [key: string]: string | Tree }

/** Plural forms that copy `_other` unless written. */
const LIKE_OTHER = ['zero', 'many']

/**
 * Adds missing plural forms. Portuguese and Spanish have a form for whole millions (`_many`), which equals the plural
 * if the number is in digits. For 0, Portuguese rules choose the singular ("0 mensagem"), but Brazilians say "0
 * mensagens"; i18next takes `_zero` for 0 in each language.
 */
export const withPluralForms = (tree: Tree): Tree => {
  const written = Object.entries(tree).map(
    ([key, value]) => [key, typeof value === 'string' ? value : withPluralForms(value)] as const,
  )
  const added = written
    .filter(([key]) => key.endsWith('_other'))
    .flatMap(([key, value]) => LIKE_OTHER.map((form) => [key.replace(/other$/, form), value] as const))
  return Object.fromEntries([...added, ...written])
}
