import { LANGUAGES } from '@guiche/contracts/languages.js'
import { describe, expect, it } from '@jest/globals'
import { countingIn, type Interface, keysUsedIn, readInterface, textFaults } from './testing/text-faults.js'

describe('the texts of the interface', () => {
  const all = readInterface()

  it('have no fault', () => {
    expect(textFaults(all)).toEqual([])
  })

  it('are found, with the files that use them', () => {
    expect(keysUsedIn(all.sources, all.texts.pt).length).toBeGreaterThan(100)
    expect(all.needed.length).toBeGreaterThan(10)
    for (const language of LANGUAGES) {
      expect(
        countingIn(all.texts[language]).filter(([, text]) => text.includes('{{count}}')).length,
      ).toBeGreaterThan(40)
      expect(
        countingIn(all.texts[language]).filter(([, text]) => !text.includes('{{count}}')).length,
      ).toBeGreaterThan(10)
    }
  })
})

describe('a fault of a text', () => {
  const texts = [
    ['tags:title', 'Tags'],
    ['tags:sum_one', '{{count}} tag'],
    ['tags:sum_other', '{{count}} tags'],
    ['tags:status.open', 'of {{name}}'],
  ] as const
  const whole: Interface = {
    texts: { pt: texts, en: texts, es: texts },
    sources: `t('tags:title') t('tags:sum') t(\`tags:status.\${status}\`)`,
    needed: ['tags:title'],
  }
  const english = (changed: (typeof whole)['texts']['en']): Interface => ({
    ...whole,
    texts: { ...whole.texts, en: changed },
  })
  const everywhere = (more: readonly [string, string]): Interface => {
    const all = [...texts, more]
    return { ...whole, texts: { pt: all, en: all, es: all } }
  }

  it('is not in texts that are whole', () => {
    expect(textFaults(whole)).toEqual([])
  })

  it.each([
    ['a text that one language lacks', english(texts.slice(1)), ['en: tags:title is missing']],
    ['a text too many', english([...texts, ['tags:hint', 'x']]), ['en: tags:hint is not in Portuguese']],
    ['a text said twice', english([...texts, texts[0]]), ['en: tags:title is there twice']],
    ['an empty text', english([['tags:title', ' '], ...texts.slice(1)]), ['en: tags:title is empty']],
    [
      'another value put in',
      english([...texts.slice(0, 3), ['tags:status.open', 'of {{user}}']]),
      ['en: tags:status.open has other values put in than Portuguese'],
    ],
    [
      'a text that counts without plural forms',
      english([...texts.slice(0, 3), ['tags:status.open', 'of {{names}}']]),
      [
        'en: tags:status.open has other values put in than Portuguese',
        'en: tags:status.open_one is missing',
        'en: tags:status.open_other is missing',
        'en: tags:status.open needs plural forms',
      ],
    ],
    [
      'a text that is asked for and is not there',
      { ...whole, sources: `${whole.sources} t('tags:hint')` },
      ['tags:hint is asked for and has no text'],
    ],
    ['a text that nobody asks for', everywhere(['tags:hint', 'x']), ['tags:hint is asked for by nobody']],
    [
      'a text that a record lacks',
      { ...whole, needed: ['tags:empty.title'] },
      ['tags:empty.title is needed by a declaration and has no text'],
    ],
  ])('is %s', (_, planted, faults) => {
    expect(textFaults(planted)).toEqual(faults)
  })
})
