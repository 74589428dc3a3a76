import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import { useState } from 'react'
import { useMay } from '../../base/access.js'
import { IconButton } from '../../components/icon-button.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { AuditFilter } from './api.js'

const RecordHistory = lazyDialog(() => import('./history.js').then((m) => m.RecordHistory))

/** Opens a record's history; only for users who may see the audit. */
export const HistoryButton = ({ name, of }: { readonly name: string; readonly of: AuditFilter }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!useMay(ACCESS['GET /audit'])) return null
  return (
    <>
      <IconButton label={t('audit:history.button')} onClick={() => setOpen(true)}>
        <HistoryOutlined />
      </IconButton>
      {open && (
        <RecordHistory title={t('audit:history.of', { name })} filter={of} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
