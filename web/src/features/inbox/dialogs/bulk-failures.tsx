import { displayNameOf } from '@guiche/contracts/contact/name.js'
import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import { errorText } from '../../../api/errors.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { BulkResult } from '../use-bulk.js'
import styles from './dialogs.module.css'

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
        {failed.map(({ ticket, reason }) => (
          <li key={ticket.id}>
            <strong>{displayNameOf(ticket.contact)}</strong>: {errorText(reason)}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
