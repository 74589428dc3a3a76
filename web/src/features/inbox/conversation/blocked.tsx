import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useBlocking } from '../use-blocking.js'
import styles from './conversation.module.css'

/**
 * Says that the contact is blocked: nothing is sent to the contact, and the contact's messages do not arrive.
 */
export const BlockedNote = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const { mayBlock, saving, toggle } = useBlocking(ticket)
  return (
    <div className={styles.locked} role="status">
      {t('inbox:locked.blocked')}
      {mayBlock && (
        <Button loading={saving} onClick={() => void toggle()}>
          {t('inbox:block.undo')}
        </Button>
      )}
    </div>
  )
}
