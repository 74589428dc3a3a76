import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { factWords, fieldName, sideText } from '@guiche/contracts/words/audit-words.js'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCopy } from '../../components/use-copy.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './audit.module.css'
import type { RecordRun } from './runs.js'
import { useAuditWords } from './sentences.js'

/** The changed fields with their values before and after, in the present language. */
const Changes = ({ record }: { record: AuditRecord }) => {
  const { t } = useTranslation()
  const words = useAuditWords()
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          {(['field', 'before', 'after'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`audit:change.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {record.changes.map((change) => {
          const before = sideText(words, record, change, 'before')
          return (
            <tr key={change.field}>
              <th scope="row">{fieldName(words, record, change.field)}</th>
              {before === null ? (
                <td colSpan={2} className={styles.quiet}>
                  {t('audit:change.notKept')}
                </td>
              ) : (
                <>
                  <td>{before}</td>
                  <td>{sideText(words, record, change, 'after')}</td>
                </>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Copies ids, type and facts as stored. */
const CopyButton = ({ record }: { record: AuditRecord }) => {
  const { t } = useTranslation()
  const copyText = useCopy()
  const copy = () => {
    const { names, changes, ...stored } = record
    const told = { copied: t('audit:detail.copied'), notCopied: t('audit:detail.notCopied') }
    return copyText(JSON.stringify(stored, null, 2), told)
  }
  return (
    <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
      {t('audit:detail.copy')}
    </Button>
  )
}

/** Gives the text of an entry. */
type TextOfEntry = (record: AuditRecord) => string

/** One audit entry; opening it shows the changes. */
const Entry = ({ record, say }: { record: AuditRecord; say: TextOfEntry }) => {
  const { t } = useTranslation()
  const words = useAuditWords()
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.entry} data-area={record.area}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={open}
        onClick={() => setOpen((before) => !before)}
      >
        <time dateTime={record.time}>{dayjs(record.time).format('HH:mm:ss')}</time>
        <span className={styles.sentence}>{say(record)}</span>
        <DownOutlined className={styles.arrow ?? ''} />
      </button>
      {open && (
        <div className={styles.facts}>
          {record.changes.length > 0 && <Changes record={record} />}
          <dl>
            {factWords(words, record).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.actions}>
            {record.ticketUuid !== null && (
              <Link to={`/tickets/${record.ticketUuid}`}>
                {t('audit:detail.openTicket', { id: record.ticketId })}
              </Link>
            )}
            <CopyButton record={record} />
          </p>
        </div>
      )}
    </li>
  )
}

/** Names of the users who signed in and out, each once. */
const peopleOf = ({ records }: RecordRun): string =>
  [...new Set(records.map(({ actor, names }) => names.userId || actor.name).filter(Boolean))].join(', ')

/** One audit entry, or a run of several. A run shows one line until it is opened. */
export const AuditRun = ({ run, say }: { run: RecordRun; say: TextOfEntry }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { of, records } = run
  const [first] = records
  if (records.length === 1) return <Entry record={first} say={say} />
  return (
    <>
      <li className={styles.entry} data-area={first.area}>
        <button
          type="button"
          className={styles.row}
          aria-expanded={open}
          onClick={() => setOpen((before) => !before)}
        >
          <time dateTime={first.time}>{dayjs(first.time).format('HH:mm:ss')}</time>
          <span className={styles.sentence}>
            {of === 'sessions' ? (
              t('audit:sessions', { count: records.length, people: peopleOf(run) })
            ) : (
              <>
                {say(first)} <strong>{t('audit:run', { count: records.length - 1 })}</strong>
              </>
            )}
          </span>
          <DownOutlined className={styles.arrow ?? ''} />
        </button>
      </li>
      {open && records.map((record) => <Entry key={record.id} record={record} say={say} />)}
    </>
  )
}
