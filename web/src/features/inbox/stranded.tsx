import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { withoutSignature } from '@guiche/contracts/message/signature.js'
import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useMemo } from 'react'
import { formatDayAndTime } from '../../base/dates.js'
import { useAppDispatch, useAppSelector, useGoTo } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useContactQuery } from './api.js'
import { addToDraft, draftKey } from './drafts.js'
import { attachedKey, changeAttached } from './kept-attachments.js'
import { files, type Outgoing, throwAway } from './outgoing.js'
import styles from './stranded.module.css'
import type { AskedByAddress } from './use-opened.js'

interface Props {
  readonly entry: Outgoing
  /** the ticket where this user writes to the contact; absent: on another page */
  readonly ticketId?: number
}

/** Copies a stranded message into the composer of a ticket, where the user sends or changes it. */
const useTakeOver = (entry: Outgoing) => {
  const dispatch = useAppDispatch()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  return (ticketId: number): void => {
    addToDraft(draftKey(userId, ticketId), withoutSignature(entry.body))
    const kept = files.get(entry.key) ?? []
    if (kept.length > 0) {
      const key = attachedKey(userId, ticketId)
      changeAttached(key, ({ files: before }) => ({ files: [...before, ...kept] }))
    }
    dispatch(throwAway(entry))
    document.getElementById('composer')?.focus()
  }
}

const Message = ({ entry, ticketId }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const goTo = useGoTo()
  const takeOver = useTakeOver(entry)
  const { data: contact } = useContactQuery(entry.contactId ?? 0, {
    skip: entry.contactId === null || ticketId !== undefined,
  })
  const writeTo = (newTicketFor: ContactRecord) => {
    const state: AskedByAddress = { newTicketFor }
    goTo('/tickets', { state })
  }
  const text = withoutSignature(entry.body)
  return (
    <li className={styles.message}>
      <strong>
        {contact === undefined || ticketId !== undefined
          ? t('inbox:stranded.message', { moment: formatDayAndTime(entry.createdAt) })
          : t('inbox:stranded.messageTo', {
              name: displayNameOf(contact),
              moment: formatDayAndTime(entry.createdAt),
            })}
      </strong>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {entry.fileNames.length > 0 && <p className={styles.text}>{entry.fileNames.join(', ')}</p>}
      <div className={styles.actions}>
        {ticketId !== undefined && (
          <Button size="small" onClick={() => takeOver(ticketId)}>
            {t('inbox:stranded.use')}
          </Button>
        )}
        {ticketId === undefined && contact !== undefined && (
          <Button size="small" onClick={() => writeTo(contact)}>
            {t('inbox:stranded.write')}
          </Button>
        )}
        <Button size="small" type="link" danger onClick={() => dispatch(throwAway(entry))}>
          {t('inbox:delivery.throwAway')}
        </Button>
      </div>
    </li>
  )
}

/**
 * Unsent messages whose ticket is no longer accessible, until this user sends or discards them. Shows those
 * to one contact, if a ticket can send them, or all.
 */
export const Stranded = ({
  to,
}: {
  readonly to?: { readonly contactId: number; readonly ticketId: number }
}) => {
  const { t } = useTranslation()
  const sending = useAppSelector((state) => state.sending)
  const contactId = to?.contactId
  const stranded = useMemo(
    () =>
      sending.filter(
        (entry) => entry.state === 'stranded' && (contactId === undefined || entry.contactId === contactId),
      ),
    [sending, contactId],
  )
  if (stranded.length === 0) return null
  return (
    <section className={styles.stranded} aria-label={t('inbox:stranded.title')}>
      <h2 className={styles.title}>{t('inbox:stranded.title')}</h2>
      <ul className={styles.messages}>
        {stranded.map((entry) => (
          <Message key={entry.key} entry={entry} {...(to !== undefined && { ticketId: to.ticketId })} />
        ))}
      </ul>
    </section>
  )
}
