import type { Language } from '../languages.js'
import { isZone, localTime } from '../local-time.js'

/** Values of the variables of an outgoing text. */
export interface TextContext {
  /** the contact's name */
  readonly name: string
  readonly now: Date
  /** IANA name of the company's time zone */
  readonly timeZone: string
  /** language of the company */
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

/** Maximum of characters of a message. */
const MAX_MESSAGE_LENGTH = 65_536
/** Blanks are bounded: otherwise braces before many blanks would cost quadratic time. */
const VARIABLE = /\{\{\{\s{0,20}(\w{1,30})\s{0,20}\}\}\}|\{\{\s{0,20}(?:&\s{0,20})?(\w{1,30})\s{0,20}\}\}/g

/** The variables that forms offer. */
export const VARIABLES = ['firstName', 'name', 'ms', 'protocol', 'hora'] as const
/** All variables of an outgoing text. `gretting` is an old name of `ms`. */
const NAMES = [...VARIABLES, 'gretting'] as const

/** Unknown variables in a text's braces, as typed, each once. */
export const unknownVariables = (text: string): string[] => {
  if (text.length > MAX_MESSAGE_LENGTH || !text.includes('{{')) return []
  const isKnown = ([, triple, double]: RegExpMatchArray) => NAMES.some((name) => name === (triple ?? double))
  const unknown = [...text.matchAll(VARIABLE)].filter((found) => !isKnown(found))
  return [...new Set(unknown.map(([typed]) => typed))]
}

/**
 * Replaces `{{firstName}}`, `{{name}}`, `{{gretting}}`, `{{ms}}`, `{{protocol}}` (yyyyMMddHHmmss) and
 * `{{hora}}` (H:mm:ss) in a text. Values are plain text: neither escaped nor expanded again. Unknown
 * variables stay as typed. Two and three braces mean the same. A result beyond a message's length limit
 * leaves the text unchanged.
 */
export const renderVariables = (text: string, context: TextContext): string => {
  if (text.length > MAX_MESSAGE_LENGTH || !text.includes('{{')) return text
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
