import type { Command } from './registry.js'

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The commands whose names have words that begin like the text's words, ignoring case and accents; all for an empty
 * text. Pure.
 */
export const matchCommands = (commands: readonly Command[], text: string): readonly Command[] => {
  const wanted = wordsOf(text)
  if (wanted.length === 0 && text.trim() !== '') return []
  return commands.filter(({ keysOnly, label }) => {
    const words = wordsOf(label)
    return !keysOnly && wanted.every((begin) => words.some((word) => word.startsWith(begin)))
  })
}
