import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Segmented from 'antd/es/segmented/index.js'
import { Fragment, useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { useHasSeat } from '../../base/access.js'
import { AfterPaint } from '../../components/after-paint.js'
import { EmptyState } from '../../components/empty-state.js'
import { ErrorState } from '../../components/error-state.js'
import { Mark } from '../../components/mark.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { TagBar } from '../tags/tag-bar.js'
import { type ConversationHandle, useActionEffects } from './actions/use-action-effects.js'
import { useTicketCommands } from './actions/use-ticket-commands.js'
import { useDraftsOfOtherDevices } from './composer/save-drafts.js'
import { Conversation } from './conversation/conversation.js'
import { Header } from './conversation/header.js'
import { LoadingConversation } from './conversation/loading.js'
import styles from './inbox-page.module.css'
import {
  ChooseQueue,
  ContactDrawer,
  NewTicket,
  Peek,
  SnoozeTicket,
  TicketHistory,
  TicketSchedules,
  TransferTicket,
} from './lazy-dialogs.js'
import { ListPanel } from './list/list-panel.js'
import { useListFilter } from './list/use-list-filter.js'
import type { Arrival } from './model/arrival.js'
import { SideBySideButton, useSideBySide, useSideBySideCommand } from './side-by-side.js'
import { useContactPane } from './use-contact-pane.js'
import { useInboxKeys } from './use-inbox-keys.js'
import { useOpenTicket } from './use-open-ticket.js'
import { useOpened } from './use-opened.js'
import { usePanes } from './use-panes.js'
import { type TicketActions, useTicketActions } from './use-ticket-actions.js'

/** The next address when the open ticket leaves its list: its neighbour, else the list; null for other tickets. */
const useNext = (tickets: readonly TicketRecord[], uuid: string | undefined) => {
  const now = useRef({ tickets, uuid })
  now.current = { tickets, uuid }
  return useCallback((ticket: TicketRecord): string | null => {
    const { tickets, uuid } = now.current
    if (ticket.uuid !== uuid) return null
    const place = tickets.findIndex(({ id }) => id === ticket.id)
    const next = tickets[place + 1] ?? tickets[place - 1]
    return next === undefined || place === -1 ? '/tickets' : `/tickets/${next.uuid}`
  }, [])
}

/** Asks for the queue of a waiting ticket without a queue, and accepts the ticket into the queue. */
const QueueChoice = ({ actions, ticket }: { actions: TicketActions; ticket: TicketRecord }) => {
  const { t } = useTranslation()
  return (
    <ChooseQueue
      text={t('inbox:chooseQueue.text', { name: ticket.contact.name })}
      onChosen={(queueId) => actions.acceptInto(ticket, queueId)}
      onClose={actions.stopChoosing}
    />
  )
}

/**
 * /tickets and /tickets/{uuid}: the lists on the left, the conversation on the right; in narrow windows one
 * of both.
 */
export const InboxPage = () => {
  const { t } = useTranslation()
  const { ticketId: uuid } = useParams()
  const { hash, state, key } = useLocation()
  // a second navigation to the same address shows its message again
  const target = useMemo(() => (hash === '' ? null : { id: hash.slice(1), visit: key }), [hash, key])
  const arrival = (state ?? {}) as Arrival
  const filter = useListFilter()
  const { setTab } = filter
  const [shown, setShown] = useState<readonly TicketRecord[]>([])
  const nextOf = useNext(shown, uuid)
  const actions = useTicketActions(
    useCallback(() => setTab('open'), [setTab]),
    nextOf,
  )
  const { ticket, loading, failed, retry } = useOpenTicket(uuid, shown)
  const { pane, show } = usePanes(uuid)
  const { panes } = useSideBySide()
  useSideBySideCommand()
  const contact = useContactPane()
  const three = contact.open && contact.beside && ticket !== undefined
  const { opened, open, openNew, close } = useOpened(ticket, contact.show, filter)
  const [peeked, setPeeked] = useState<TicketRecord | null>(null)
  useDraftsOfOtherDevices()
  useInboxKeys({ tickets: shown, uuid, writes: useHasSeat(), onNew: openNew })
  const conversation = useRef<ConversationHandle>(null)
  const offered = useTicketCommands(ticket, useActionEffects({ actions, conversation, open, contact }))

  return (
    <div
      className={`${styles.page} ${styles[pane]} ${three ? styles.three : ''} ${panes === 'one' ? styles.single : ''}`}
      data-panes={panes}
    >
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
            <Header ticket={ticket} offered={offered} busy={actions.busy} />
            <AfterPaint of={ticket.id}>
              <TagBar key={`tags ${ticket.id}`} ticket={ticket} onTags={(ids) => actions.tag(ticket, ids)} />
              <Conversation
                key={ticket.id}
                handle={conversation}
                ticket={ticket}
                actions={actions}
                peek={false}
                target={target}
                answering={arrival.answer === true ? key : null}
                byItself={arrival.byItself === true}
              />
            </AfterPaint>
          </>
        )}
        {ticket === undefined && loading && <LoadingConversation />}
        {ticket === undefined && failed && (
          <ErrorState text={t('inbox:conversation.failed')} onRetry={retry} />
        )}
        {uuid === undefined && (
          <div className={styles.placeholder}>
            <EmptyState
              art={<Mark size={72} />}
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
      {contact.open && ticket !== undefined && (
        <ContactDrawer
          ticket={ticket}
          beside={contact.beside}
          onClose={contact.close}
          noting={contact.noting}
          onNoting={contact.noted}
        />
      )}
      <nav className={styles.tabs} aria-label={t('inbox:page.panes')}>
        <Segmented
          aria-label={t('inbox:page.panes')}
          block
          value={pane}
          onChange={(next) => show(next as typeof pane)}
          options={[
            { value: 'ticket', label: t('inbox:page.ticket') },
            { value: 'list', label: t('inbox:page.list') },
          ]}
        />
        <SideBySideButton when="one" />
      </nav>
      {opened?.kind === 'new' && (
        <NewTicket
          key={opened.contact?.id ?? opened.person?.number}
          contact={opened.contact}
          person={opened.person}
          onClose={close}
        />
      )}
      {opened !== null && ticket !== undefined && (
        <Fragment key={ticket.id}>
          {opened.kind === 'transfer' && <TransferTicket ticket={ticket} actions={actions} onClose={close} />}
          {opened.kind === 'schedules' && <TicketSchedules ticket={ticket} onClose={close} />}
          {opened.kind === 'snooze' && (
            <SnoozeTicket onSnooze={(until, save) => actions.snooze(ticket, until, save)} onClose={close} />
          )}
          {opened.kind === 'history' && <TicketHistory ticketId={ticket.id} onClose={close} />}
        </Fragment>
      )}
      {actions.choosing !== null && <QueueChoice actions={actions} ticket={actions.choosing} />}
      {peeked !== null && <Peek ticket={peeked} actions={actions} onClose={() => setPeeked(null)} />}
    </div>
  )
}
