import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import Button from 'antd/es/button/index.js'
import { useSyncExternalStore } from 'react'
import { useAppSelector } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { attachedKey, attachedTo, discardAttached, onAttachmentsChange } from '../kept-attachments.js'
import styles from './conversation.module.css'

/**
 * A recording or attachment of a ticket that became read-only: kept until the user discards it, with a
 * warning when the page closes.
 */
export const UnsentAttachments = ({ ticketId }: { readonly ticketId: number }) => {
  const { t } = useTranslation()
  const key = attachedKey(useAppSelector(({ session }) => session.user?.id) ?? 0, ticketId)
  const { files, voice } = useSyncExternalStore(onAttachmentsChange, () => attachedTo(key))
  const names = files.map(({ name }) => name)
  if (voice !== null) names.unshift(t('inbox:kind.audio'))
  if (names.length === 0) return null
  return (
    <div className={styles.locked} role="status">
      {t('inbox:locked.unsent', { names: names.join(', '), count: names.length })}
      <Button icon={<DeleteOutlined />} onClick={() => discardAttached(key)}>
        {t('inbox:locked.discard')}
      </Button>
    </div>
  )
}
