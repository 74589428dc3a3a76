import { readFileSync } from 'node:fs'
import { ERRORS } from '@guiche/contracts/errors.js'
import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { NOTICES } from '@guiche/contracts/notices/notices.js'
import { describe, expect, it } from '@jest/globals'
import { AUTOMATIC_TEXTS } from '../../../command-api/message/automatic-texts.js'
import type { Tree } from './plurals.js'
import { allTexts, leavesOf, simulatorTexts } from './testing/texts.js'

const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')
const rows = glossary.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Portuguese'))
/** Words that the glossary forbids in a language, from its last column: pt `ticket` `chamado`, es `ticket`. */
const refusedWords = (language: Language): string[] =>
  rows.flatMap((row) =>
    (row.split('|').at(-2) ?? '')
      .split(',')
      .filter((part) => part.trim().startsWith(`${language} `))
      .flatMap((part) => [...part.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)),
  )
/** A pattern that matches any of these words. */
const words = (some: string): RegExp => new RegExp(`(?<![\\p{L}{])(${some})(?![\\p{L}}])`, 'iu')
/** The app says `você` and `tú`. These words have another tone. */
const OTHER_TONE: Readonly<Record<'pt' | 'es', RegExp>> = {
  pt: words('tu|teus?|tuas?|contigo'),
  es: words(
    'usted|ustedes|lo que (escribió|cambió)|cuando guarde|su sesión|revise|seleccione|escriba|espere|inténtelo|intente|pida|recargue|busque|acepte|contacte|toque|abra|entre de nuevo|(?<=^|[.!?:] )(añada|elija|vincule|puede \\p{L}+r)',
  ),
}
/** Common English words, which show that a text was not translated. */
const ENGLISH = words('the|is|are|was|with|your|please|required|invalid|successfully|occurred|too|must')

/** Texts that we do not choose: a sentence of the specification, and an entry of WhatsApp's own menu. */
const GIVEN = ['Erro ao buscar informações dos tickets', 'Conectar com número de telefone']
const withoutGiven = (text: string): string => GIVEN.reduce((rest, given) => rest.replace(given, ''), text)
/** Texts for users. */
const textsForUsers = (language: Language): [key: string, text: string][] => [
  ...allTexts(language),
  ...Object.entries(ERRORS).map(([code, texts]): [string, string] => [code, texts[language]]),
  ...Object.entries(NOTICES).flatMap(([name, { words }]) => leavesOf(words[language], `notice:${name}.`)),
  ...simulatorTexts(language),
]
/** Texts for customers, which may be formal. */
const saidToCustomers = (language: Language) =>
  leavesOf(AUTOMATIC_TEXTS[language] as unknown as Tree, 'automatic:')
const textsWith = (texts: [key: string, text: string][], word: RegExp) =>
  texts.filter(([, text]) => word.test(withoutGiven(text)))
const textsForAll = (language: Language) => [...textsForUsers(language), ...saidToCustomers(language)]

describe('the glossary', () => {
  it('has a word in each language and a sentence for everything, and words that are not used', () => {
    for (const row of rows)
      expect(
        row
          .split('|')
          .slice(1, 5)
          .filter((cell) => cell.trim() !== ''),
      ).toHaveLength(4)
    expect(LANGUAGES.map((language) => refusedWords(language).length > 0)).toEqual([true, true, true])
  })

  it.each(LANGUAGES)('has no word in the texts that it refuses (%s)', (language) => {
    for (const word of refusedWords(language)) {
      expect(textsWith(textsForAll(language), words(`${word}s?`))).toEqual([])
    }
  })

  it.each(['pt', 'es'] as const)('has one tone (%s)', (language) => {
    expect(textsWith(textsForUsers(language), OTHER_TONE[language])).toEqual([])
  })

  it.each(['pt', 'es'] as const)('leaves no English in %s', (language) => {
    expect(textsWith(textsForAll(language), ENGLISH)).toEqual([])
  })

  it.each(LANGUAGES)('has errors that end their sentences (%s)', (language) => {
    const open = Object.entries(ERRORS).filter(([, texts]) => !/[.!?}]$/.test(texts[language]))
    expect(open).toEqual([])
  })
})
