import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { AuditRecord } from '@guiche/contracts/views/records.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './audit.module.css'
import { useAuditSentence } from './sentences.js'

/** One thing that happened; opened, it shows the facts that the event holds. */
export const AuditEntry = ({ record }: { record: AuditRecord }) => {
  const { t, i18n } = useTranslation()
  const sentence = useAuditSentence()
  const [open, setOpen] = useState(false)
  const facts = Object.entries(record.facts).filter(([, value]) => value !== null && value !== '')
  const nameOf = (key: string): string => (i18n.exists(`audit:fact.${key}`) ? t(`audit:fact.${key}`) : key)
  return (
    <li className={styles.entry} data-area={record.area}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={open}
        onClick={() => setOpen((before) => !before)}
      >
        <time dateTime={record.time}>{dayjs(record.time).format('HH:mm:ss')}</time>
        <span className={styles.sentence}>{sentence(record)}</span>
        <DownOutlined aria-hidden className={styles.arrow ?? ''} />
      </button>
      {open && (
        <div className={styles.facts}>
          <dl>
            {facts.map(([key, value]) => (
              <div key={key}>
                <dt>{nameOf(key)}</dt>
                <dd>
                  {record.names[key] === undefined ? String(value) : `${record.names[key]} (#${value})`}
                </dd>
              </div>
            ))}
            <div>
              <dt>{t('audit:detail.type')}</dt>
              <dd>
                <code>{record.type}</code>
              </dd>
            </div>
            <div>
              <dt>{t('audit:detail.correlation')}</dt>
              <dd>
                <code>{record.correlationId}</code>
              </dd>
            </div>
          </dl>
          {record.ticketUuid !== null && (
            <Link to={`/tickets/${record.ticketUuid}`}>
              {t('audit:detail.openTicket', { id: record.ticketId })}
            </Link>
          )}
        </div>
      )}
    </li>
  )
}
