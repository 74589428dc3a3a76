import { ERRORS, type ErrorCode } from '@guiche/contracts/errors.js'
import type { Language } from '@guiche/contracts/languages.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { actorText, fieldName, sentenceOf, sideText } from '@guiche/contracts/words/audit-words.js'
import { type Words, wordsOf } from '@guiche/contracts/words/words.js'
import { type Cell, csvReply, csvTimes } from '@guiche/infra/csv.js'
import type { FindQuery, Where } from '@guiche/infra/read-store/read-store.js'
import type { RouteDeps } from '../deps.js'
import { createAuditNames } from './audit-names.js'

const PAGE = 500
/** Orders by the shown time. Each filter's index has this order, too, so that a period is one range. */
export const AUDIT_SORT = [
  ['time', -1],
  ['position', -1],
] as const

/** The keys of the columns' titles. */
const COLUMNS = [
  ...['time', 'who', 'what', 'about', 'ticket', 'contact'].map((column) => `audit:sheet.${column}`),
  ...['field', 'before', 'after'].map((column) => `audit:change.${column}`),
  ...['type', 'correlation'].map((column) => `audit:sheet.${column}`),
]

/** The lines of one entry: one for each field that changed, and one line if no field changed. */
const linesOf = (words: Words, record: AuditRecord): readonly (readonly Cell[])[] => {
  const { names, ticketId, contact, type, correlationId } = record
  const head = [
    words.moment(record.time),
    actorText(words, record),
    sentenceOf(words, record),
    names[`${record.area}Id`] ?? '',
    ticketId,
    contact?.name ?? '',
  ]
  const changes = record.changes.map((change) => [
    fieldName(words, record, change.field),
    sideText(words, record, change, 'before') ?? words.t('audit:change.notKept'),
    sideText(words, record, change, 'after') ?? '',
  ])
  return (changes.length > 0 ? changes : [['', '', '']]).map((change) => [
    ...head,
    ...change,
    type,
    correlationId,
  ])
}

/**
 * The matching audit entries as a CSV file, newest first. Pages are read while the file is sent. Times are in the
 * company's time zone.
 */
export const auditExport = (
  { documents, clock }: Pick<RouteDeps, 'documents' | 'clock'>,
  company: CompanyDoc,
  where: readonly Where[],
  language: Language,
) => {
  const present = createAuditNames(documents)
  const moment = csvTimes(company.timezone)
  const words: Words = {
    ...wordsOf(language),
    moment,
    error: (code) => (Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode][language] : null),
  }
  const rows = async function* (): AsyncGenerator<readonly Cell[]> {
    yield COLUMNS.map((key) => words.t(key))
    for (let place: Pick<FindQuery, 'after'> = {}; ; ) {
      const page = await documents.find('audit', { where, sort: AUDIT_SORT, limit: PAGE, ...place })
      for (const record of await present(page)) yield* linesOf(words, record)
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return
      place = { after: [last.time, last.position] }
    }
  }
  return csvReply(`audit-${moment(clock.now()).slice(0, 10)}.csv`, rows())
}
