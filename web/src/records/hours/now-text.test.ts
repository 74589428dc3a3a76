import { readFileSync } from 'node:fs'
import { hoursAt } from '@guiche/contracts/opening-hours/hours-at.js'
import { DEFAULT_WEEK, type Week } from '@guiche/contracts/opening-hours/week.js'
import { describe, expect, it } from '@jest/globals'
import i18next from 'i18next'
import { type NamedException, nowText } from './now-text.js'

const ZONE = 'America/Sao_Paulo'
const textsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../i18n/texts/${language}.json`, import.meta.url), 'utf8'))
const textAt = async (
  language: 'pt' | 'en' | 'es',
  at: string,
  exceptions: NamedException[] = [],
  week: Week = DEFAULT_WEEK,
) => {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: language,
    resources: { [language]: { common: textsOf(language) } },
    interpolation: { escapeValue: false },
  })
  const now = Date.parse(at)
  return nowText(i18n.t, language, ZONE, now, hoursAt({ week, exceptions }, ZONE, now))
}
const holidayOn = (date: string): NamedException => ({
  name: 'Consciência Negra',
  date,
  yearly: true,
  parts: [],
})

describe('the sentence of opening hours', () => {
  it.each([
    ['pt', '2026-03-02T12:00:00Z', 'Aberto agora, fecha às 18:00'],
    ['pt', '2026-03-07T20:00:00Z', 'Fechado agora, abre segunda 08:00'],
    ['en', '2026-03-07T20:00:00Z', 'Closed now, opens Monday 08:00'],
    ['es', '2026-03-07T20:00:00Z', 'Cerrado ahora, abre lunes 08:00'],
    ['en', '2026-03-02T10:00:00Z', 'Closed now, opens at 08:00'],
  ] as const)('says in %s at %s: %s', async (language, at, text) =>
    expect(await textAt(language, at)).toBe(text),
  )

  it('F17: names the holiday, and when it opens again', async () => {
    const on = [holidayOn('2025-11-20')]
    expect(await textAt('en', '2026-11-20T12:00:00Z', on)).toBe(
      'Closed today: Consciência Negra, opens Saturday 08:00',
    )
    expect(await textAt('pt', '2026-11-20T12:00:00Z', on)).toBe(
      'Fechado hoje: Consciência Negra, abre sábado 08:00',
    )
  })

  it('covers hours that never open or never close, and openings a week away', async () => {
    expect(await textAt('pt', '2026-03-02T12:00:00Z', [], [])).toBe('Fechado, sem dia para abrir')
    expect(await textAt('pt', '2026-11-20T12:00:00Z', [holidayOn('2026-11-20')], [])).toBe(
      'Fechado hoje: Consciência Negra, sem dia para abrir',
    )
    const always = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
    expect(
      await textAt(
        'pt',
        '2026-03-02T12:00:00Z',
        [],
        always.map((day) => ({ day, from: '00:00', until: '24:00' })),
      ),
    ).toBe('Aberto o tempo todo')
    const once = { ...holidayOn('2026-03-20'), parts: [{ from: '08:00', until: '09:00' }] }
    expect(await textAt('pt', '2026-03-02T12:00:00Z', [once], [])).toBe('Fechado agora, abre 20/03 08:00')
  })
})
