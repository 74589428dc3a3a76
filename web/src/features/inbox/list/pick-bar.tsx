import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import TagOutlined from '@ant-design/icons/es/icons/TagOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../api/errors.js'
import { useAppDispatch, useAppSelector } from '../../../base/hooks.js'
import { useFocusBack } from '../../../base/use-focus-back.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { BulkAssign, BulkFailures, BulkTag } from '../lazy-dialogs.js'
import { undoUntil } from '../model/undo.js'
import { type BulkChange, type BulkResult, useBulk } from '../use-bulk.js'
import { useMayClose } from '../use-may-close.js'
import styles from './list.module.css'
import type { Picks } from './use-picks.js'

interface Props {
  readonly picks: Picks
  readonly tickets: readonly TicketRecord[]
  /** closed ones can only be tagged */
  readonly closed: boolean
}

/** The button that begins the choice, and ends it. */
export const PICKS_OPENER = 'picks-opener'
const opener = () => document.getElementById(PICKS_OPENER)

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

/** What can be done with the tickets that are picked; afterwards it says what failed and why. */
export const PickBar = ({ picks, tickets, closed }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const ownId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const { run, running } = useBulk()
  const mayClose = useMayClose()
  const [opened, setOpened] = useState<'assign' | 'tag' | null>(null)
  const [result, setResult] = useState<BulkResult | null>(null)
  const chosen = tickets.filter(({ id }) => picks.ids.has(id))
  const none = chosen.length === 0 || running

  const doWith = async (
    change: BulkChange,
    text: (count: number) => string,
    undo?: { readonly run: (done: BulkResult['done']) => unknown; readonly until: number },
  ) => {
    const came = await run(chosen, change)
    if (came.failed.length > 0) setResult(came)
    else picks.stop()
    if (came.done.length === 0) return
    const action = undo && { ...undo, label: t('common:undo'), run: () => void undo.run(came.done) }
    dispatch(toastShown({ tone: 'good', text: text(came.done.length), ...(action && { action }) }))
  }
  /** The bar may be gone by then, so a toast says what failed. */
  const takeBack = async (closed: BulkResult['done']) => {
    const { failed } = await run(closed, 'undo-close')
    const [first] = failed
    if (first !== undefined) dispatch(toastShown({ tone: 'failed', text: errorText(first.reason) }))
  }
  const close = async () => {
    if (!(await mayClose(chosen))) return
    await doWith(
      { body: () => ({ status: 'closed', userId: ownId }) },
      (count) => t('inbox:bulk.closed', { count }),
      // the text of the first one goes first
      { run: takeBack, until: undoUntil(Date.now()) },
    )
  }

  return (
    <div
      ref={useFocusBack(opener)}
      className={styles.picks}
      role="toolbar"
      aria-label={t('inbox:bulk.title')}
    >
      <span role="status">{t('inbox:bulk.count', { count: chosen.length })}</span>
      <Button size="small" type="link" onClick={picks.all}>
        {t('inbox:bulk.all', { amount: tickets.length })}
      </Button>
      {!closed && (
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
      {!closed && (
        <Do
          label={t('inbox:bulk.close')}
          icon={<CheckOutlined />}
          disabled={none}
          loading={running}
          onClick={() => void close()}
        />
      )}
      <Do label={t('inbox:bulk.stop')} icon={<CloseOutlined />} disabled={running} onClick={picks.stop} />
      {opened === 'assign' && (
        <BulkAssign
          count={chosen.length}
          onDo={(change) => doWith(change, (count) => t('inbox:bulk.assigned', { count }))}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'tag' && (
        <BulkTag
          count={chosen.length}
          onDo={(change) => doWith(change, (count) => t('inbox:bulk.tagged', { count }))}
          onClose={() => setOpened(null)}
        />
      )}
      {result !== null && <BulkFailures result={result} onClose={() => setResult(null)} />}
    </div>
  )
}
