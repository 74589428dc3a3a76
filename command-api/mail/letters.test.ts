import { LANGUAGES } from '@guiche/contracts/languages.js'
import { describe, expect, it } from '@jest/globals'
import { letterOf } from './letters.js'

const said = {
  link: 'https://guiche.test/invitation#1.abc',
  values: { company: 'Padaria', email: 'ana@loja.test' },
}

describe.each(LANGUAGES)('a letter in %s', (language) => {
  it('greets by name, in one line and without markup', () => {
    const { text, html } = letterOf('invitation', { ...said, language, name: 'Ana <b>\r\nBcc: x' })
    expect(text.split('\n')[0]).toContain('Ana <b>  Bcc: x')
    expect(html).toContain('Ana &lt;b&gt;  Bcc: x')
  })

  it.each(['Ganhe 500 em golpe.com/x', 'https://golpe.com', 'www.golpe', 'go\u202Elpe.com'])(
    'leaves out a name that would become a link: %j',
    (name) => {
      const { subject, text, html } = letterOf('invitation', { ...said, language, name })
      expect([subject, text, html].join('\n')).not.toMatch(/golpe|Ganhe/)
      expect(text.split('\n')[0]).toMatch(/^(Olá,|Hello,|Hola:)$/)
    },
  )
})
