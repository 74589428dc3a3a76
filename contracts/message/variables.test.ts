import { describe, expect, it } from '@jest/globals'
import { renderVariables, unknownVariables } from './variables.js'

const valuesAt = (iso: string, timeZone = 'America/Sao_Paulo', name = 'Ana & Zé "Maria"') => ({
  name,
  now: new Date(iso),
  timeZone,
  language: 'pt' as const,
})

describe('variables of an outgoing text', () => {
  it('are filled in as plain text, without escapes', () => {
    const context = valuesAt('2026-03-02T12:04:05.000Z')
    expect(renderVariables('{{ms}}, {{name}} ({{firstName}})', context)).toBe(
      'Bom dia, Ana & Zé "Maria" (Ana)',
    )
    expect(renderVariables('{{{name}}} {{& name}} {{ name }}', context)).toBe(
      'Ana & Zé "Maria" Ana & Zé "Maria" Ana & Zé "Maria"',
    )
  })

  it('greet by the hour of the company', () => {
    const greeting = (iso: string, zone?: string) => renderVariables('{{gretting}}', valuesAt(iso, zone))
    expect(greeting('2026-03-02T08:59:59.000Z')).toBe('Boa madrugada')
    expect(greeting('2026-03-02T09:00:00.000Z')).toBe('Bom dia')
    expect(greeting('2026-03-02T15:00:00.000Z')).toBe('Boa tarde')
    expect(greeting('2026-03-02T21:00:00.000Z')).toBe('Boa noite')
    expect(greeting('2026-03-02T21:00:00.000Z', 'Europe/Lisbon')).toBe('Boa noite')
    expect(greeting('2026-03-02T21:00:00.000Z', 'Asia/Tokyo')).toBe('Bom dia')
  })

  it.each([
    ['en', ['Good morning', 'Good morning', 'Good afternoon', 'Good evening']],
    ['es', ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches']],
  ] as const)('greet in the language of the company (%s)', (language, greetings) => {
    const said = [5, 6, 12, 18].map((hour) =>
      renderVariables('{{ms}}', {
        ...valuesAt(`2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`, 'UTC'),
        language,
      }),
    )
    expect(said).toEqual(greetings)
  })

  it('give the protocol number and the time', () => {
    const context = valuesAt('2026-03-02T12:04:05.000Z')
    expect(renderVariables('{{protocol}} {{hora}}', context)).toBe('2026030290405 9:04:05')
    expect(renderVariables('{{protocol}}', valuesAt('2026-03-03T01:04:05.000Z'))).toBe('20260302220405')
  })

  it('are not expanded inside values; unknown ones stay as typed', () => {
    expect(renderVariables('{{name}}', valuesAt('2026-03-02T12:00:00.000Z', undefined, '{{protocol}}'))).toBe(
      '{{protocol}}',
    )
    const typed = 'a{{constructor}}{{__proto__}}{{ codigo }}{{{x}}}b'
    expect(renderVariables(typed, valuesAt('2026-03-02T12:00:00.000Z'))).toBe(typed)
    expect(unknownVariables(`{{name}}{{& hora}} ${typed} {{ codigo }} {x} {{#name}}`)).toEqual([
      '{{constructor}}',
      '{{__proto__}}',
      '{{ codigo }}',
      '{{{x}}}',
    ])
    expect(unknownVariables('{ a } b')).toEqual([])
    expect(renderVariables('{{#name}} {name} { {', valuesAt('2026-03-02T12:00:00.000Z'))).toBe(
      '{{#name}} {name} { {',
    )
  })

  it('may have blanks around their names; a text above the message limit keeps its variables', () => {
    const context = valuesAt('2026-03-02T12:04:05.000Z')
    expect(renderVariables('{{  & hora  }}{{{ hora }}}', context)).toBe('9:04:059:04:05')
    const long = `{{hora}}${'a'.repeat(65_536)}`
    expect(renderVariables(long, context)).toBe(long)
  })

  it('work with an unknown time zone', () => {
    expect(renderVariables('{{hora}}', valuesAt('2026-03-02T12:04:05.000Z', 'Mars/Base'))).toBe('9:04:05')
  })
})
