import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Modal from 'antd/es/modal/index.js'
import Segmented from 'antd/es/segmented/index.js'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import type { ApiError } from '../../api/errors.js'
import { errorText } from '../../api/errors.js'
import { useAppDispatch } from '../../app/hooks.js'
import { EmptyState } from '../../components/empty-state.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTicketByUuidQuery } from './api.js'
import { ContactDrawer } from './contact-drawer.js'
import { Conversation } from './conversation/conversation.js'
import { Header } from './conversation/header.js'
import { Waiting } from './conversation/waiting.js'
import { ChooseQueue } from './dialogs/choose-queue.js'
import { NewTicket } from './dialogs/new-ticket.js'
import { TicketHistory } from './dialogs/ticket-history.js'
import { TransferTicket } from './dialogs/transfer-ticket.js'
import styles from './inbox-page.module.css'
import { ListPanel } from './list/list-panel.js'
import { useInboxKeys } from './use-inbox-keys.js'
import { useTicketActions } from './use-ticket-actions.js'

type Opened = 'new' | 'transfer' | 'history' | 'contact' | null

/** The ticket of the address; gone or not allowed leads back to the list, with the reason. */
const useOpenTicket = (uuid: string | undefined) => {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { currentData, isFetching, error } = useTicketByUuidQuery(uuid ?? '', { skip: uuid === undefined })
  const status = (error as ApiError | undefined)?.status
  useEffect(() => {
    if (status !== 403 && status !== 404) return
    dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
    navigate('/tickets', { replace: true })
  }, [status, error, dispatch, navigate])
  return {
    ticket: uuid === undefined ? undefined : currentData,
    loading: isFetching && currentData === undefined,
  }
}

/** /tickets and /tickets/{uuid}: the lists on the left, the conversation on the right; narrow, one at a time. */
export const InboxPage = () => {
  const { t } = useTranslation()
  const { ticketId: uuid } = useParams()
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const actions = useTicketActions()
  const { ticket, loading } = useOpenTicket(uuid)
  const [opened, setOpened] = useState<Opened>(
    (state as { newTicket?: boolean } | null)?.newTicket === true ? 'new' : null,
  )
  const [peeked, setPeeked] = useState<TicketRecord | null>(null)
  const [shown, setShown] = useState<readonly TicketRecord[]>([])
  const close = useCallback(() => setOpened(null), [])
  useInboxKeys({
    tickets: shown,
    ticket,
    actions,
    onNew: () => setOpened('new'),
    onTransfer: () => setOpened('transfer'),
  })

  return (
    <div className={`${styles.page} ${uuid === undefined ? styles.listing : styles.reading}`}>
      <div className={styles.left}>
        <ListPanel
          selected={uuid}
          actions={actions}
          onPeek={setPeeked}
          onNewTicket={() => setOpened('new')}
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
              target={hash === '' ? null : hash.slice(1)}
            />
          </>
        )}
        {ticket === undefined && loading && <Waiting />}
        {ticket === undefined && !loading && (
          <div className={styles.placeholder}>
            <EmptyState title={t('inbox:page.nothing')} hint={t('inbox:page.nothingHint')} />
          </div>
        )}
      </div>
      <nav className={styles.tabs} aria-label={t('inbox:page.panes')}>
        <Segmented
          block
          value={uuid === undefined ? 'list' : 'ticket'}
          onChange={(pane) => pane === 'list' && navigate('/tickets')}
          options={[
            { value: 'ticket', label: t('inbox:page.ticket'), disabled: uuid === undefined },
            { value: 'list', label: t('inbox:page.list') },
          ]}
        />
      </nav>
      {opened === 'new' && <NewTicket contact={null} onClose={close} />}
      {opened === 'transfer' && ticket !== undefined && (
        <TransferTicket ticket={ticket} actions={actions} onClose={close} />
      )}
      {opened === 'history' && ticket !== undefined && <TicketHistory ticketId={ticket.id} onClose={close} />}
      {opened === 'contact' && ticket !== undefined && <ContactDrawer ticket={ticket} onClose={close} />}
      {actions.choosing !== null && (
        <ChooseQueue ticket={actions.choosing} onChosen={actions.acceptInto} onClose={actions.stopChoosing} />
      )}
      {peeked !== null && (
        <Modal
          open
          footer={null}
          width={720}
          title={t('inbox:peek.title', { name: peeked.contact.name })}
          onCancel={() => setPeeked(null)}
          styles={{ body: { height: '60vh', display: 'flex', flexDirection: 'column' } }}
        >
          <Conversation ticket={peeked} actions={actions} peek target={null} />
        </Modal>
      )}
    </div>
  )
}
