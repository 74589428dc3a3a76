import { LANGUAGES } from '@guiche/contracts/languages.js'
import { describe, expect, it } from '@jest/globals'
import i18next from 'i18next'
import { withPluralForms } from './plurals.js'

const texts = { list: { found_one: '{{count}} mensagem', found_other: '{{count}} mensagens' } }

describe('plural forms', () => {
  it.each(LANGUAGES)('use the plural for zero, and for a million (%s)', async (lng) => {
    const i18n = i18next.createInstance()
    await i18n.init({ lng, resources: { [lng]: { translation: withPluralForms(texts) } } })
    const said = [0, 1, 2, 1_000_000].map((count) => i18n.t('list.found', { count }))
    expect(said).toEqual(['0 mensagens', '1 mensagem', '2 mensagens', '1000000 mensagens'])
  })

  it('keep written forms', () => {
    expect(withPluralForms({ a_zero: 'nothing', a_one: 'one', a_other: 'some' })).toMatchObject({
      a_zero: 'nothing',
      a_one: 'one',
      a_many: 'some',
    })
  })
})
