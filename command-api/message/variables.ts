/** What the variables of an outgoing text stand for. */
export interface TextContext {
  /** the contact's name */
  readonly name: string
  readonly now: Date
  /** IANA name of the company's time zone */
  readonly timeZone: string
  /** further variables by name */
  readonly more?: Readonly<Record<string, string>>
}

interface LocalTime {
  readonly date: string
  readonly hour: number
  readonly minute: string
  readonly second: string
}

const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterFor = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  } catch {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'America/Sao_Paulo' })
  }
  formatters.set(timeZone, made)
  return made
}

const localTime = (now: Date, timeZone: string): LocalTime => {
  const parts = Object.fromEntries(
    formatterFor(timeZone)
      .formatToParts(now)
      .map((part) => [part.type, part.value]),
  )
  return {
    date: `${parts.year}${parts.month}${parts.day}`,
    hour: Number(parts.hour),
    minute: parts.minute ?? '00',
    second: parts.second ?? '00',
  }
}

const greetingAt = (hour: number): string =>
  hour < 6 ? 'Boa madrugada' : hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite'

/**
 * Puts the values of `{{firstName}}`, `{{name}}`, `{{gretting}}`, `{{ms}}`, `{{protocol}}` (yyyyMMddHmmss) and
 * `{{hora}}` (H:mm:ss) into a text, as plain text: nothing is escaped, an unknown name becomes nothing, and a value
 * that itself holds braces is not read again. Two and three braces mean the same.
 */
export const renderVariables = (text: string, context: TextContext): string => {
  if (!text.includes('{{')) return text
  const time = localTime(context.now, context.timeZone)
  const greeting = greetingAt(time.hour)
  const values: Readonly<Record<string, string>> = {
    firstName: context.name.trim().split(/\s+/)[0] ?? '',
    name: context.name,
    gretting: greeting,
    ms: greeting,
    protocol: `${time.date}${time.hour}${time.minute}${time.second}`,
    hora: `${time.hour}:${time.minute}:${time.second}`,
    ...context.more,
  }
  const value = (name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')
  return text.replace(
    /\{\{\{\s*(\w{1,30})\s*\}\}\}|\{\{\s*&?\s*(\w{1,30})\s*\}\}/g,
    (_match, triple: string | undefined, double: string | undefined) => value(triple ?? double ?? ''),
  )
}
