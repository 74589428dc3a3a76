import type { AuditRecord } from '@guiche/contracts/views/records.js'
import type { i18n as I18n } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '../../api/errors.js'
import { sentenceKey } from './sentence-key.js'

/** The name that a fact's id stands for today, else the id; '' where there is none. */
const named = ({ names, facts }: AuditRecord, field: string): string => {
  const name = names[field]
  if (name !== undefined && name !== '') return name
  const id = facts[field]
  return id === null || id === undefined ? '' : `#${id}`
}

/** An audit record as a sentence, with today's names; a type that has no sentence is named by its type. */
export const sentenceOf = (i18n: Pick<I18n, 't' | 'exists'>, record: AuditRecord): string => {
  const t = i18n.t
  const { facts, actor } = record
  const key = `audit:event.${sentenceKey(record.type)}`
  if (!i18n.exists(key)) return record.type
  const word = (group: string, value: unknown): string =>
    typeof value === 'string' && i18n.exists(`${group}.${value}`) ? t(`${group}.${value}`) : ''
  const code = facts.code ?? facts.reason
  const toUser = named(record, 'toUserId')
  const toQueue = named(record, 'toQueueId')
  const isUnknown = record.area === 'contact' && !record.contact?.name
  const context = isUnknown
    ? 'unknown'
    : (toUser && toQueue && 'both') || (toUser && 'user') || (toQueue && 'queue')
  // articles and prepositions depend on what is known: each of these has a sentence of its own
  const sentence = t(key, {
    ...(context ? { context } : {}),
    actor: actor.name || t(`audit:actor.${actor.kind}`),
    ticket: record.ticketId ?? '',
    contact: record.contact?.name || t('audit:someContact'),
    user: named(record, 'userId') || actor.name,
    queue: named(record, 'queueId'),
    connection: named(record, 'connectionId') || named(record, 'toConnectionId'),
    toUser,
    toQueue,
    status: word('audit:status', facts.status),
    reason: word('audit:reason', facts.reason),
    because: word('audit:because', facts.because),
    request: word('audit:request', facts.request),
    source: word('audit:source', facts.source),
    error: typeof code === 'string' ? (codeText(code) ?? '') : '',
    key: facts.key ?? '',
    value: facts.value ?? '',
  })
  return sentence.charAt(0).toUpperCase() + sentence.slice(1).trimEnd()
}

/** Gives a function that says an audit record in the language shown. */
export const useAuditSentence = (): ((record: AuditRecord) => string) => {
  const { i18n } = useTranslation()
  // another language makes another function
  const { language } = i18n
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same object in every language
  return useCallback((record) => sentenceOf(i18n, record), [i18n, language])
}
