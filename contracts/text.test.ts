import { describe, expect, it } from '@jest/globals'
import { looksLikeAddress, plainName } from './plain-text.js'
import { checkSchema } from './schema.js'
import { optionalText } from './text.js'

const acceptsIds = (text: string): boolean => checkSchema(optionalText.ids, text).ok

describe('a list of ids in a query', () => {
  it.each(['[]', '[ ]', '[1]', '[ 1 ]', '[1,2]', '[ 12 , 3 ,4 ]'])('takes %s', (text) => {
    expect(acceptsIds(text)).toBe(true)
  })

  it.each(['', '[', '[,]', '[0]', '[1 2]', '[1,]', '[1]]', '["1"]', '[1,x]'])('refuses %s', (text) => {
    expect(acceptsIds(text)).toBe(false)
  })

  it('is parsed as fast with blanks as with ids', () => {
    const fastest = (text: string): number => {
      const runs = Array.from({ length: 5 }, () => {
        const begun = performance.now()
        expect(acceptsIds(text)).toBe(false)
        return performance.now() - begun
      })
      return Math.min(...runs)
    }
    // Quadratic work would take a thousand times as long.
    expect(fastest(`[${' '.repeat(7990)}`) / fastest(`[${'1,'.repeat(3995)}`)).toBeLessThan(50)
  })
})

describe('a name', () => {
  it.each([
    [' Ana\0 Lima\n', 'Ana  Lima'],
    ['\u202eanA\u202c', 'anA'],
    ['\u200eAna\u200e Lima', 'Ana Lima'],
    ['Família 👩‍👩‍👧', 'Família 👩‍👩‍👧'],
    ['\0\t', ''],
  ])('is kept without hidden characters (%j)', (given, kept) => {
    expect(plainName(given)).toBe(kept)
  })
})

describe('a name that mail programs turn into a link', () => {
  it.each(['https://x.test', 'Prêmio em WWW.x', 'loja.com.br', 'Win at t.me/x', 'promoção.app'])(
    'is %p',
    (name) => expect(looksLikeAddress(name)).toBe(true),
  )
  it.each(['Padaria São João', 'Vale S.A.', 'Dr. Silva & Cia. Ltda.', 'Bar 24.7', 'Awww. Pets'])(
    'is not %p',
    (name) => expect(looksLikeAddress(name)).toBe(false),
  )
})
