import { partsOf } from '../addresses.js'
import type { Language } from '../languages.js'
import { answerOf, foldText, isWord } from './answer.js'
import type { BotWords } from './config.js'

/** Words that restart the menu. */
export const START_WORDS: readonly string[] = ['#']
/** Words that go back one menu. */
const BACK = ['0']

/** Words by which a contact asks for a person, by language; the bot's texts show the first one. */
export const PERSON_WORDS: Readonly<Record<Language, readonly string[]>> = {
  pt: ['atendente', 'humano', 'pessoa'],
  en: ['agent', 'human', 'person'],
  es: ['agente', 'humano', 'persona'],
}

/**
 * The words of a company's bot. `set`: its setting `botPersonWords`. If unset, the words of all languages
 * count, because customers write in theirs; those of the company's language come first.
 */
export const botWords = (set: string, language: Language): BotWords => {
  const own = partsOf(set)
  const all = [...PERSON_WORDS[language], ...Object.values(PERSON_WORDS).flat()]
  return { start: START_WORDS, back: BACK, person: own.length > 0 ? own : [...new Set(all)] }
}

/** Maximum of words in a list, and of characters of a word. */
const MOST_WORDS = 20
const LONGEST = 30

/**
 * Whether a text is a valid list of words by which a contact asks for a person. No word may be an answer to a menu,
 * because that option would be unreachable.
 */
export const isWordList = (value: string): boolean => {
  const words = partsOf(value)
  const isOne = (word: string): boolean => {
    const answer = answerOf(word)
    const isAnswer = answer.number !== null || isWord(answer, [...START_WORDS, ...BACK])
    return word.length <= LONGEST && foldText(word) !== '' && !isAnswer
  }
  return words.length <= MOST_WORDS && words.every(isOne)
}
