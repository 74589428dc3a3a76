import { weekOfText } from '../opening-hours/text.js'
import { weekIn } from '../records/kinds/hours.js'
import { kindOf } from '../records/kinds/index.js'
import type { AuditValue, FactName } from '../views/audit.js'
import type { AuditChange, AuditRecord } from '../views/insight.js'
import { factKey, recordOf, sentenceKey, type Texts } from './audit-texts.js'
import { fillPlaceholders } from './fill.js'
import type { Words } from './words.js'

/** A field's name on its own page, else its name in the audit, else the field itself. */
export const fieldName = (
  { t, exists }: Words,
  { area }: Pick<AuditRecord, 'area'>,
  field: string,
): string => {
  const plural = recordOf(area)?.plural
  const key = [
    `audit:field.${area}.${field}`,
    ...(plural === undefined ? [] : [`${plural}:field.${field}`]),
    ...(area === 'ticket' ? [`inbox:field.${field}`] : []),
    factKey(field),
  ].find((one) => exists(one))
  return key === undefined ? field : t(key)
}

const YES_VALUES = new Set<AuditValue>([true, 'enabled', 'true'])
const NO = new Set<AuditValue>([false, 'disabled', 'false', 'desabled'])

/** The value of a field as text. `name`: name of the record with the id in the value, or ''. */
const valueText = (
  { t, exists, error, language }: Words,
  { area }: Pick<AuditRecord, 'area'>,
  field: string,
  value: AuditValue,
  name: string,
): string => {
  if (name !== '') return name
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('audit:none')
  if (area === 'setting' && field === 'schedules') return weekIn(weekOfText(String(value)) ?? [], language)
  const declared = recordOf(area)?.fields[field]
  const read = declared && kindOf(declared).read?.(declared, value, language)
  if (read !== undefined) return read
  const flag = declared?.kind === 'flag'
  if (YES_VALUES.has(value) || (flag && value === 1)) return t('audit:yes')
  if (NO.has(value) || (flag && value === 0)) return t('audit:no')
  const word = [
    ...(field === 'profile' ? [`users:profile.${value}`] : []),
    `audit:${field}.${value}`,
    ...(area === 'ticket' ? [`inbox:${field}.${value}`] : []),
  ].find((key) => exists(key))
  if (word !== undefined) return t(word)
  return error(String(value)) ?? String(value)
}

/** Names and values of an entry's facts, without changes and internal ids. */
export const factWords = (words: Words, record: AuditRecord): readonly (readonly [string, string])[] =>
  Object.entries(record.facts)
    .filter(([key]) => !/^(from|to)[A-Z]|^(previous|previousId|messageId|key)$/.test(key))
    // the sentence already names the record
    .filter(([key]) => key !== `${record.area}Id` && !(record.area === 'ticket' && key === 'noteId'))
    .filter(([key]) => !record.changes.some(({ field }) => field === key || field === record.facts.key))
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => {
      const name = record.names[key]
      return [fieldName(words, record, key), valueText(words, record, key, value ?? null, name ?? '')]
    })

/** One side of a change as text; null if the audit does not keep it. */
export const sideText = (
  words: Words,
  record: AuditRecord,
  { field, before, after, beforeName, afterName }: AuditChange,
  side: 'before' | 'after',
): string | null => {
  const value = side === 'before' ? before : after
  if (value === undefined) return null
  return valueText(words, record, field, value, side === 'before' ? beforeName : afterName)
}

/** Current name of the record that a fact refers to, or the id without a name; '' without the fact. */
const named = ({ names, facts }: AuditRecord, field: FactName): string => {
  const name = names[field]
  if (name !== undefined && name !== '') return name
  const id = facts[field]
  return id === null || id === undefined ? '' : `#${id}`
}

/** The actor: a person by name, with the visited user; else the acting system. */
export const actorText = ({ t }: Words, { actor }: AuditRecord): string => {
  const name = actor.name || t(`audit:actor.${actor.kind}`)
  return actor.for === undefined
    ? name
    : t('audit:visiting', { name, host: actor.for.name || `#${actor.for.id}` })
}

/** The common subject of a history's entries: its placeholders in the sentences. */
export type Subject = readonly ('ticket' | 'contact' | 'user' | 'connection' | 'name')[]

/** A part of a sentence with a name: `[with the name|without the name]`, or `[with the name]`. */
const NAMING_PART = /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g
const withoutNames = (template: string, subject: Subject): string =>
  template.replace(NAMING_PART, (_part, named: string, unnamed = '') =>
    subject.some((name) => named.includes(`{{${name}}}`)) ? unnamed : named,
  )

/**
 * An audit record as a sentence with current names; without a sentence, the event's type. `subject` is left
 * out, because a history of one thing does not repeat the thing's name.
 */
export const sentenceOf = (words: Words, record: AuditRecord, subject: Subject = []): string => {
  const { t, template, exists } = words
  const { facts, actor } = record
  const key = sentenceKey(record.type)
  if (!exists(key)) return record.type
  const word = (group: keyof Texts & FactName): string => {
    const ofTicket = record.area === 'ticket' ? [`inbox:${group}.${facts[group]}`] : []
    const word = [`audit:${group}.${facts[group]}`, ...ofTicket].find((one) => exists(one))
    return word === undefined ? '' : t(word)
  }
  const plural = recordOf(record.area)?.plural
  const code = facts.code ?? facts.reason
  const toUser = named(record, 'toUserId')
  const toQueue = named(record, 'toQueueId')
  const moveTo = named(record, 'moveTo')
  const isUnknown = record.area === 'contact' && !record.contact?.name
  const context = isUnknown
    ? 'unknown'
    : (toUser && toQueue && 'both') ||
      (toUser && 'user') ||
      (toQueue && 'queue') ||
      (moveTo && 'moved') ||
      (facts.closeTickets && 'closed')
  // articles and prepositions depend on the known facts, so each context has its own sentence
  const values = Object.entries(facts).map(([fact, value = null]) => [
    fact,
    valueText(words, record, fact, value, ''),
  ])
  const known: Readonly<Record<string, string | number>> = {
    ...Object.fromEntries(values),
    actor: actorText(words, record),
    ticket: record.ticketId ?? '',
    contact: record.contact?.name || t('audit:someContact'),
    user: named(record, 'userId') || actor.name,
    visitedCompany: named(record, 'visitedCompanyId'),
    until: typeof facts.until === 'string' ? words.moment(facts.until) : '',
    noun: plural === undefined ? '' : t(`${plural}:noun`),
    name: named(record, `${record.area}Id` as FactName),
    tag: named(record, 'tagId'),
    connection: named(record, 'connectionId') || named(record, 'toConnectionId'),
    toUser,
    toQueue,
    moveTo,
    status: word('status'),
    reason: word('reason'),
    because: word('because'),
    request: word('request'),
    source: word('source'),
    rating: word('rating'),
    outcome: word('outcome'),
    error: typeof code === 'string' ? (words.error(code) ?? '') : '',
    key: facts.key === undefined ? '' : fieldName(words, record, String(facts.key)),
    value: valueText(words, record, String(facts.key ?? 'value'), facts.value ?? null, ''),
  }
  const sentence = fillPlaceholders(withoutNames(template(key, context || undefined), subject), (name) =>
    String(known[name] ?? ''),
  )
  const said = sentence.charAt(0).toUpperCase() + sentence.slice(1).trimEnd()
  const why = record.area === 'ticket' ? record.names.noteId : undefined
  return why === undefined ? said : `${said} “${why}”`
}
