import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Segmented from 'antd/es/segmented/index.js'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { EmptyState } from '../../components/empty-state.js'
import { ErrorState } from '../../components/error-state.js'
import { LazyDialog } from '../../components/lazy-dialog.js'
import { Conversation } from './conversation/conversation.js'
import { Header } from './conversation/header.js'
import { LoadingConversation } from './conversation/loading.js'
import { ChooseQueue, ContactDrawer, NewTicket, Peek, TicketHistory, TransferTicket } from './dialogs/lazy.js'
import styles from './inbox-page.module.css'
import { ListPanel } from './list/list-panel.js'
import { useListFilter } from './list/use-list-filter.js'
import { useInboxKeys } from './use-inbox-keys.js'
import { useOpenTicket } from './use-open-ticket.js'
import { usePanes } from './use-panes.js'
import { useTicketActions } from './use-ticket-actions.js'

type Opened = 'new' | 'transfer' | 'history' | 'contact' | null
interface Arrival {
  /** the new-ticket dialog was asked for on another page */
  readonly newTicket?: boolean
  /** accepted just now: the answer comes next */
  readonly answer?: boolean
}

/** /tickets and /tickets/{uuid}: the lists on the left, the conversation on the right; narrow, one at a time. */
export const InboxPage = () => {
  const { t } = useTranslation()
  const { ticketId: uuid } = useParams()
  const { hash, state, key } = useLocation()
  // the same address once more is a new visit: its message is shown again
  const target = useMemo(() => (hash === '' ? null : { id: hash.slice(1), visit: key }), [hash, key])
  const arrival = (state ?? {}) as Arrival
  const filter = useListFilter()
  const { setTab } = filter
  const actions = useTicketActions(useCallback(() => setTab('open'), [setTab]))
  const { ticket, loading, failed, retry } = useOpenTicket(uuid)
  const { pane, show } = usePanes(uuid)
  const [opened, setOpened] = useState<Opened>(arrival.newTicket === true ? 'new' : null)
  const [peeked, setPeeked] = useState<TicketRecord | null>(null)
  const [shown, setShown] = useState<readonly TicketRecord[]>([])
  const close = useCallback(() => setOpened(null), [])
  const openNew = useCallback(() => setOpened('new'), [])
  useInboxKeys({ tickets: shown, ticket, actions, onNew: openNew, onTransfer: () => setOpened('transfer') })

  return (
    <div className={`${styles.page} ${styles[pane]}`}>
      <div className={styles.left}>
        <ListPanel
          filter={filter}
          selected={uuid}
          actions={actions}
          onPeek={setPeeked}
          onNewTicket={openNew}
          onShown={setShown}
        />
      </div>
      <div className={styles.right}>
        {ticket !== undefined && (
          <>
            <Header
              ticket={ticket}
              actions={actions}
              onContact={() => setOpened('contact')}
              onTransfer={() => setOpened('transfer')}
              onHistory={() => setOpened('history')}
            />
            <Conversation
              key={ticket.id}
              ticket={ticket}
              actions={actions}
              peek={false}
              target={target}
              answering={arrival.answer === true}
            />
          </>
        )}
        {ticket === undefined && loading && <LoadingConversation />}
        {ticket === undefined && failed && (
          <ErrorState text={t('inbox:conversation.failed')} onRetry={retry} />
        )}
        {uuid === undefined && (
          <div className={styles.placeholder}>
            <EmptyState
              title={t('inbox:page.nothing')}
              hint={t('inbox:page.nothingHint')}
              action={
                <Button className={styles.select ?? ''} type="primary" onClick={() => show('list')}>
                  {t('inbox:page.select')}
                </Button>
              }
            />
          </div>
        )}
      </div>
      <nav className={styles.tabs} aria-label={t('inbox:page.panes')}>
        <Segmented
          block
          value={pane}
          onChange={(next) => show(next as typeof pane)}
          options={[
            { value: 'ticket', label: t('inbox:page.ticket') },
            { value: 'list', label: t('inbox:page.list') },
          ]}
        />
      </nav>
      <LazyDialog>
        {opened === 'new' && <NewTicket contact={null} onClose={close} />}
        {opened === 'transfer' && ticket !== undefined && (
          <TransferTicket ticket={ticket} actions={actions} onClose={close} />
        )}
        {opened === 'history' && ticket !== undefined && (
          <TicketHistory ticketId={ticket.id} onClose={close} />
        )}
        {opened === 'contact' && ticket !== undefined && <ContactDrawer ticket={ticket} onClose={close} />}
        {actions.choosing !== null && (
          <ChooseQueue
            ticket={actions.choosing}
            onChosen={actions.acceptInto}
            onClose={actions.stopChoosing}
          />
        )}
        {peeked !== null && <Peek ticket={peeked} actions={actions} onClose={() => setPeeked(null)} />}
      </LazyDialog>
    </div>
  )
}
