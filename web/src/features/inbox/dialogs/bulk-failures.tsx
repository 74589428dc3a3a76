import { displayNameOf } from '@guiche/contracts/contact/name.js'
import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import { errorText } from '../../../api/errors.js'
import { joinNames } from '../../../i18n/i18n.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { BulkResult } from '../use-bulk.js'
import styles from './dialogs.module.css'

/** The names of the failed tickets by their reasons: a cut line fails all of them for one reason. */
const byReason = (failed: BulkResult['failed']): readonly (readonly [reason: string, names: string[]])[] => {
  const names = new Map<string, string[]>()
  for (const { ticket, reason } of failed) {
    const text = errorText(reason)
    names.set(text, [...(names.get(text) ?? []), displayNameOf(ticket.contact)])
  }
  return [...names]
}

/** The tickets of an action that could not be changed, with the reasons. */
export const BulkFailures = ({ result, onClose }: { result: BulkResult; onClose: () => void }) => {
  const { t } = useTranslation()
  const { done, failed } = result
  return (
    <Modal
      open
      title={t('inbox:bulk.failed', { count: failed.length })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('inbox:bulk.understood')}
        </Button>
      }
    >
      <p className={styles.hint}>{t('inbox:bulk.others', { count: done.length })}</p>
      <ul className={styles.failures}>
        {byReason(failed).map(([reason, names]) => (
          <li key={reason}>
            <strong>{joinNames(names)}</strong>: {reason}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
