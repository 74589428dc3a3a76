import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './contact-dialog.module.css'
import type { Erasure } from './use-erase.js'

const PARTS = ['tickets', 'messages', 'files', 'records'] as const

/** The data erased with a contact. */
export const ErasedDialog = ({ name, removed, onClose }: Erasure & { readonly onClose: () => void }) => {
  const { t, i18n } = useTranslation()
  return (
    <Modal
      open
      title={t('contacts:erased.title')}
      width={440}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p>{t('contacts:erased.text', { name })}</p>
      <dl className={styles.report}>
        {PARTS.map((part) => (
          <div key={part}>
            <dt>{t(`contacts:erased.${part}`)}</dt>
            <dd className="tabular">{removed[part].toLocaleString(i18n.language)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
