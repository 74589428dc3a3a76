import type { Language } from './languages.js'
import { isZone, localTime } from './local-time.js'

/** What the variables of an outgoing text stand for. */
export interface TextContext {
  /** the contact's name */
  readonly name: string
  readonly now: Date
  /** IANA name of the company's time zone */
  readonly timeZone: string
  /** the company's */
  readonly language: Language
  /** further variables by name */
  readonly more?: Readonly<Record<string, string>>
}

/** Greetings for the four quarters of a day, from midnight on. */
const GREETINGS: Readonly<Record<Language, readonly string[]>> = {
  pt: ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good morning', 'Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches'],
}

/** Characters of a message at most. */
const LONGEST = 65_536
/** Blanks have a bound: without one, braces before many blanks cost the square of their number. */
const VARIABLE = /\{\{\{\s{0,20}(\w{1,30})\s{0,20}\}\}\}|\{\{\s{0,20}(?:&\s{0,20})?(\w{1,30})\s{0,20}\}\}/g

/** The variables that every outgoing text may have. */
const NAMES = ['firstName', 'name', 'gretting', 'ms', 'protocol', 'hora'] as const

/** What a text has in variables' braces that is no variable, as it is typed there, each once. */
export const unknownVariables = (text: string): string[] => {
  if (text.length > LONGEST || !text.includes('{{')) return []
  const isKnown = ([, triple, double]: RegExpMatchArray) => NAMES.some((name) => name === (triple ?? double))
  const unknown = [...text.matchAll(VARIABLE)].filter((found) => !isKnown(found))
  return [...new Set(unknown.map(([typed]) => typed))]
}

/**
 * Puts the values of `{{firstName}}`, `{{name}}`, `{{gretting}}`, `{{ms}}`, `{{protocol}}` (yyyyMMddHmmss) and
 * `{{hora}}` (H:mm:ss) into a text, as plain text: nothing is escaped, what is no variable stays as it is typed, and a
 * value that itself holds braces is not read again. Two and three braces mean the same. A text that is longer than a
 * message may be stays as it is.
 */
export const renderVariables = (text: string, context: TextContext): string => {
  if (text.length > LONGEST || !text.includes('{{')) return text
  const timeZone = isZone(context.timeZone) ? context.timeZone : 'America/Sao_Paulo'
  const { year, month, day, hour: hours, minute, second } = localTime(timeZone, context.now.getTime())
  const hour = Number(hours)
  const greeting = GREETINGS[context.language][Math.floor(hour / 6)] ?? ''
  const known: Readonly<Record<(typeof NAMES)[number], string>> = {
    firstName: context.name.trim().split(/\s+/)[0] ?? '',
    name: context.name,
    gretting: greeting,
    ms: greeting,
    protocol: `${year}${month}${day}${hour}${minute}${second}`,
    hora: `${hour}:${minute}:${second}`,
  }
  const values: Readonly<Record<string, string>> = { ...known, ...context.more }
  return text.replace(VARIABLE, (typed, triple: string | undefined, double: string | undefined) => {
    const name = triple ?? double ?? ''
    return Object.hasOwn(values, name) ? (values[name] ?? '') : typed
  })
}
