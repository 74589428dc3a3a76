import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import TagOutlined from '@ant-design/icons/es/icons/TagOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import { displayNameOf } from '@guiche/contracts/contact/name.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/errors.js'
import { useUser } from '../../../base/access.js'
import { useAppDispatch } from '../../../base/hooks.js'
import { useFocusBack } from '../../../base/use-focus-back.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useRecords } from '../../../records/record-api.js'
import { useOwnQueues } from '../dialogs/own-queues.js'
import { BulkAssign, BulkFailures, BulkTag, ChooseQueue, SnoozeTicket } from '../lazy-dialogs.js'
import { type BulkAct, stepsBack, stepsOf } from '../model/bulk.js'
import { MOST_PICKED } from '../model/picking.js'
import { undoUntil } from '../model/undo.js'
import { type BulkResult, type BulkStep, useBulkChange } from '../use-bulk.js'
import { useMayClose } from '../use-may-close.js'
import styles from './list.module.css'
import { PICKS_OPENER, type PickedTickets } from './use-picks.js'

interface Props {
  readonly picks: PickedTickets
  readonly tickets: readonly TicketRecord[]
  /**
   * status of the list: waiting tickets can be accepted, attended tickets snoozed, closed tickets only tagged
   */
  readonly status: TicketRecord['status']
  /** further actions beside them */
  readonly more?: ReactNode
}

const openerElement = () => document.getElementById(PICKS_OPENER)

const Do = (props: {
  readonly label: string
  readonly icon: ReactNode
  readonly disabled: boolean
  readonly loading?: boolean
  readonly onClick: () => void
}) => {
  const { label, ...button } = props
  return <Button size="small" aria-label={label} data-hint={label} {...button} />
}

/** Tells whether the component is still mounted. */
const useIsThere = (): (() => boolean) => {
  const there = useRef(false)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  return () => there.current
}

/** Tells whether a tag is a lane of the kanban board. */
const useIsLane = () => {
  const { rows = [] } = useRecords('tag')
  return (id: number): boolean => rows.some((tag) => tag.id === id && tag.kanban === 1)
}

/** Maximum of reasons that a toast names; further reasons are counted. */
const REASONS = 3
const reasonsOf = (failed: BulkResult['failed']): string =>
  failed
    .slice(0, REASONS)
    .map(({ ticket, reason }) => `${displayNameOf(ticket.contact)}: ${errorText(reason)}`)
    .join(' ')

/**
 * Applies an action to several tickets and reports the result, with one undo for all. Failures go to
 * `onFailed`, or to a toast if the bar was closed.
 */
const useBulkAct = (picks: PickedTickets, onFailed: (result: BulkResult) => void) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useUser()
  const actor = { id: user.id, isAdmin: user.profile === 'admin' }
  const runAll = useBulkChange()
  const run = (steps: readonly BulkStep[]) => picks.during(() => runAll(steps))
  const isLaneOf = useIsLane()
  const isThere = useIsThere()
  const tellFailed = (text: string) => dispatch(toastShown({ tone: 'failed', text }))
  const told = (act: BulkAct, count: number): string => {
    if (act.kind === 'accept') return t('inbox:bulk.accepted', { count })
    if (act.kind === 'assign') return t('inbox:bulk.assigned', { count })
    if (act.kind === 'tag') return t('inbox:bulk.tagged', { count })
    if (act.kind === 'snooze') return t('inbox:bulk.snoozed', { count })
    return t('inbox:bulk.closed', { count })
  }
  const backOf = (act: BulkAct, done: BulkResult['done']) =>
    stepsBack(act, done, actor, { now: Date.now(), isLane: isLaneOf })
  /** The bar may be closed by then, so a toast reports failures. */
  const takeBack = async (act: BulkAct, done: BulkResult['done']) => {
    const came = await run(backOf(act, done))
    const { length } = came.failed
    const undone = came.done.length
    if (undone > 0) dispatch(toastShown({ tone: 'good', text: t('inbox:bulk.undone', { count: undone }) }))
    if (length === 0) return
    tellFailed(t('inbox:bulk.notUndone', { count: length, reasons: reasonsOf(came.failed) }))
  }
  const doWith = async (act: BulkAct, tickets: readonly TicketRecord[]): Promise<void> => {
    // the first ticket's text is sent first, so its time limits the undo
    const until = act.kind === 'close' ? undoUntil(Date.now()) : undefined
    const came = await run(stepsOf(act, tickets, actor.id))
    const { failed } = came
    if (failed.length === 0) picks.stop()
    else if (isThere()) onFailed(came)
    else tellFailed(`${t('inbox:bulk.failed', { count: failed.length })}. ${reasonsOf(failed)}`)
    if (came.done.length === 0) return
    const isUndoable = backOf(act, came.done).length > 0
    const action = {
      ...{ label: t('common:undo'), run: () => void takeBack(act, came.done) },
      ...(until !== undefined && { until }),
    }
    const text = told(act, came.done.length)
    dispatch(toastShown({ tone: 'good', text, ...(isUndoable && { action }) }))
  }
  return doWith
}

/** Actions on the picked tickets; afterwards failures with their reasons. */
export const PickBar = ({ picks, tickets, status, more }: Props) => {
  const { t } = useTranslation()
  const mayClose = useMayClose()
  const { isNothingToChoose } = useOwnQueues()
  const [opened, setOpened] = useState<'accept' | 'assign' | 'snooze' | 'tag' | null>(null)
  const [result, setResult] = useState<BulkResult | null>(null)
  const doWith = useBulkAct(picks, setResult)
  // Before an action fails: a lost connection would also prevent the dialog.
  useEffect(BulkFailures.prefetch, [])
  const running = picks.busy
  const chosen = tickets.filter(({ id }) => picks.ids.has(id))
  const count = chosen.length
  const none = count === 0 || running
  const close = async () => {
    if (await mayClose(chosen)) await doWith({ kind: 'close' }, chosen)
  }
  const accept = () => {
    const asks = !isNothingToChoose && chosen.some(({ queueId }) => queueId === null)
    if (asks) setOpened('accept')
    else void doWith({ kind: 'accept' }, chosen)
  }
  const closeDialog = () => setOpened(null)
  return (
    <div
      ref={useFocusBack(openerElement)}
      className={styles.picks}
      role="toolbar"
      aria-label={t('inbox:bulk.title')}
    >
      <span role="status">
        {count >= MOST_PICKED ? t('inbox:bulk.full', { amount: count }) : t('inbox:bulk.count', { count })}
      </span>
      <Button size="small" type="link" onClick={picks.all}>
        {t('inbox:bulk.all', { amount: Math.min(tickets.length, MOST_PICKED) })}
      </Button>
      {status === 'pending' && (
        <Do label={t('inbox:bulk.accept')} icon={<UserAddOutlined />} disabled={none} onClick={accept} />
      )}
      {status !== 'closed' && (
        <Do
          label={t('inbox:bulk.assign')}
          icon={<SwapOutlined />}
          disabled={none}
          onClick={() => setOpened('assign')}
        />
      )}
      <Do
        label={t('inbox:bulk.tag')}
        icon={<TagOutlined />}
        disabled={none}
        onClick={() => setOpened('tag')}
      />
      {status === 'open' && (
        <Do
          label={t('inbox:bulk.snooze')}
          icon={<ClockCircleOutlined />}
          disabled={none}
          onClick={() => setOpened('snooze')}
        />
      )}
      {status !== 'closed' && (
        <Do
          label={t('inbox:bulk.close')}
          icon={<CheckOutlined />}
          disabled={none}
          loading={running}
          onClick={() => void close()}
        />
      )}
      <Do label={t('inbox:bulk.stop')} icon={<CloseOutlined />} disabled={running} onClick={picks.stop} />
      {more}
      {opened === 'accept' && (
        <ChooseQueue
          text={t('inbox:bulk.acceptText')}
          onChosen={(queueId) => {
            closeDialog()
            return doWith({ kind: 'accept', queueId }, chosen)
          }}
          onClose={closeDialog}
        />
      )}
      {opened === 'assign' && (
        <BulkAssign count={count} onDo={(act) => doWith(act, chosen)} onClose={closeDialog} />
      )}
      {opened === 'tag' && (
        <BulkTag count={count} onDo={(act) => doWith(act, chosen)} onClose={closeDialog} />
      )}
      {opened === 'snooze' && (
        <SnoozeTicket
          title={t('inbox:bulk.snoozeTitle', { count })}
          onSnooze={(until) => doWith({ kind: 'snooze', until }, chosen)}
          onClose={closeDialog}
        />
      )}
      {result !== null && <BulkFailures result={result} onClose={() => setResult(null)} />}
    </div>
  )
}
