import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useHasSeat } from '../../../base/access.js'
import { useAppSelector } from '../../../base/hooks.js'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { isBlocked } from '../model/rights.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { BlockedNote } from './blocked.js'
import styles from './conversation.module.css'
import { ReopenButton } from './reopen-button.js'

/** Loaded only if a connection was deleted, because of its list of connections. */
const NoConnection = lazyDialog(() => import('./no-connection.js').then((m) => m.NoConnection))

/** Why the user cannot write here, and the action that would allow it. */
export const Locked = ({ ticket, actions }: { ticket: TicketRecord; actions: TicketActions }) => {
  const { t } = useTranslation()
  const ownId = useAppSelector(({ session }) => session.user?.id)
  if (!useHasSeat()) return <div className={styles.locked}>{t('common:readsOnly')}</div>
  if (!ticket.contact.active) {
    return (
      <div className={styles.locked}>
        <Button disabled>{t('inbox:contact.notOnWhatsApp')}</Button>
      </div>
    )
  }
  if (ticket.status === 'open' && isBlocked(ticket)) return <BlockedNote ticket={ticket} />
  if (ticket.status === 'pending') {
    return (
      <div className={styles.locked}>
        {t('inbox:locked.pending')}
        <Button type="primary" loading={actions.busy.accept} onClick={() => actions.accept(ticket)}>
          {t('inbox:action.accept')}
        </Button>
      </div>
    )
  }
  if (ticket.status === 'closed') {
    return (
      <div className={styles.locked}>
        {t('inbox:locked.closed')}{' '}
        {ticket.rating !== null && t('inbox:locked.rated', { rating: t(`inbox:rating.${ticket.rating}`) })}
        <ReopenButton ticket={ticket} actions={actions} />
      </div>
    )
  }
  if (ticket.whatsapp === null && (ticket.userId === null || ticket.userId === ownId)) {
    return <NoConnection ticket={ticket} actions={actions} />
  }
  return <div className={styles.locked}>{t('inbox:locked.other', { name: ticket.user?.name ?? '' })}</div>
}
