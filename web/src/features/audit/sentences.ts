import type { AuditRecord } from '@guiche/contracts/views/records.js'
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

/**
 * Gives a function that says an audit record as a sentence in the language shown, with today's names; a type that has
 * no sentence is named by its type.
 */
export const useAuditSentence = (): ((record: AuditRecord) => string) => {
  const { t, i18n } = useTranslation()
  return useCallback(
    (record) => {
      const { facts, actor } = record
      const key = `audit:event.${sentenceKey(record.type)}`
      if (!i18n.exists(key)) return record.type
      const word = (group: string, value: unknown): string =>
        typeof value === 'string' && i18n.exists(`${group}.${value}`) ? t(`${group}.${value}`) : ''
      const code = facts.code ?? facts.reason
      const place = [named(record, 'toUserId'), named(record, 'toQueueId')].filter(Boolean).join(' · ')
      const sentence = t(key, {
        actor: actor.name || t(`audit:actor.${actor.kind}`),
        ticket: record.ticketId ?? '',
        contact: record.contact?.name || t('audit:someContact'),
        user: named(record, 'userId') || actor.name,
        queue: named(record, 'queueId'),
        connection: named(record, 'connectionId') || named(record, 'toConnectionId'),
        place: place || t('audit:noPlace'),
        status: word('audit:status', facts.status),
        reason: word('audit:reason', facts.reason),
        because: word('audit:because', facts.because),
        request: word('audit:request', facts.request),
        source: word('audit:source', facts.source),
        error: typeof code === 'string' ? (codeText(code) ?? '') : '',
        key: facts.key ?? '',
        value: facts.value ?? '',
      })
      return sentence.trim()
    },
    [t, i18n],
  )
}
