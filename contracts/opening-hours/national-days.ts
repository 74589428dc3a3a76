import { dayAfter } from './calendar.js'

/** A national holiday that a company can add to its holidays. */
export interface NationalDay {
  readonly name: string
  /** yyyy-MM-dd */
  readonly date: string
  /** false: a date that differs each year */
  readonly yearly: boolean
}

/** Easter Sunday of a year (Gregorian calendar, the anonymous algorithm of 1876). */
const easterOf = (year: number): string => {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}`
}

/** Holidays with their names: `MM-dd`, or a number of days after Easter Sunday. */
const DAYS = {
  BR: [
    ['01-01', 'Confraternização Universal'],
    [-48, 'Segunda-feira de Carnaval'],
    [-47, 'Terça-feira de Carnaval'],
    [-2, 'Sexta-feira Santa'],
    ['04-21', 'Tiradentes'],
    ['05-01', 'Dia do Trabalho'],
    [60, 'Corpus Christi'],
    ['09-07', 'Independência do Brasil'],
    ['10-12', 'Nossa Senhora Aparecida'],
    ['11-02', 'Finados'],
    ['11-15', 'Proclamação da República'],
    ['11-20', 'Consciência Negra'],
    ['12-25', 'Natal'],
  ],
  PT: [
    ['01-01', 'Ano Novo'],
    [-2, 'Sexta-feira Santa'],
    [0, 'Páscoa'],
    ['04-25', 'Dia da Liberdade'],
    ['05-01', 'Dia do Trabalhador'],
    [60, 'Corpo de Deus'],
    ['06-10', 'Dia de Portugal'],
    ['08-15', 'Assunção de Nossa Senhora'],
    ['10-05', 'Implantação da República'],
    ['11-01', 'Todos os Santos'],
    ['12-01', 'Restauração da Independência'],
    ['12-08', 'Imaculada Conceição'],
    ['12-25', 'Natal'],
  ],
  ES: [
    ['01-01', 'Año Nuevo'],
    ['01-06', 'Epifanía del Señor'],
    [-2, 'Viernes Santo'],
    ['05-01', 'Fiesta del Trabajo'],
    ['08-15', 'Asunción de la Virgen'],
    ['10-12', 'Fiesta Nacional de España'],
    ['11-01', 'Todos los Santos'],
    ['12-06', 'Día de la Constitución'],
    ['12-08', 'Inmaculada Concepción'],
    ['12-25', 'Natividad del Señor'],
  ],
} as const satisfies Record<string, readonly (readonly [day: string | number, name: string])[]>

export type Country = keyof typeof DAYS
/** Countries with known public holidays, by ISO 3166. */
export const COUNTRIES = Object.keys(DAYS) as Country[]

/** National holidays of a country, each with its next date from `today` (yyyy-MM-dd) on, in order. */
export const nationalDays = (country: Country, today: string): NationalDay[] => {
  const year = Number(today.slice(0, 4))
  const next = (dateIn: (year: number) => string): string => {
    const date = dateIn(year)
    return date < today ? dateIn(year + 1) : date
  }
  return DAYS[country]
    .map(([day, name]) => ({
      name,
      date: next((of) => (typeof day === 'number' ? dayAfter(easterOf(of), day) : `${of}-${day}`)),
      yearly: typeof day === 'string',
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}
