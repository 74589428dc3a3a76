import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { MailRecord } from '@guiche/contracts/routes/mails.js'
import { formatDayAndTime } from '../../base/dates.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useNow } from '../../base/use-now.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { EmptyState } from '../../components/empty-state.js'
import { IconButton } from '../../components/icon-button.js'
import { type Column, DataTable } from '../../components/list/data-table.js'
import { ListStates } from '../../components/list/list-states.js'
import { PageHeader } from '../../components/page-header.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useCopy } from '../../components/use-copy.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useForgetMailMutation, useMailsQuery } from './api.js'
import styles from './outbox.module.css'

/** Interval of reads while the page is visible, in milliseconds: no frame reports mails. */
const READ_MS = 10_000

/** Mails not sent by SMTP: a super user passes them on. */
export const OutboxPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const copyText = useCopy()
  const now = useNow()
  const { data, isError, refetch } = useMailsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: READ_MS,
    skipPollingIfUnfocused: true,
  })
  const [forget] = useForgetMailMutation()

  const ask = async ({ id }: MailRecord): Promise<void> => {
    const question = { title: t('outbox:forget.title'), text: t('outbox:forget.text') }
    if (!(await confirm({ ...question, confirm: t('outbox:forget.confirm'), danger: true }))) return
    const { error } = await forget({ id })
    if (error === undefined) dispatch(toastShown({ tone: 'good', text: t('outbox:forget.done') }))
  }
  const isOver = ({ until }: MailRecord): boolean => until !== null && Date.parse(until) <= now

  const columns: readonly Column<MailRecord>[] = [
    {
      key: 'at',
      title: t('outbox:field.at'),
      width: '150px',
      render: ({ at }) => formatDayAndTime(at),
    },
    { key: 'to', title: t('outbox:field.to'), render: ({ to }) => <span className={styles.long}>{to}</span> },
    {
      key: 'subject',
      title: t('outbox:field.subject'),
      render: ({ subject, text }) => (
        <details className={styles.mail}>
          <summary>{subject}</summary>
          <p className={styles.text}>{text}</p>
        </details>
      ),
    },
    {
      key: 'state',
      title: t('outbox:field.state'),
      width: '170px',
      render: (mail) => (
        <>
          {isOver(mail) ? t('outbox:over') : t(`outbox:state.${mail.state}`)}
          {mail.reason !== '' && (
            <small className={styles.reason}>{t('outbox:reason', { reason: mail.reason })}</small>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      title: t('common:actions'),
      align: 'right',
      width: '104px',
      bare: true,
      render: (mail) => (
        <span className={styles.buttons}>
          <IconButton
            label={t('outbox:copy')}
            onClick={() =>
              void copyText(mail.text, { copied: t('outbox:copied'), notCopied: t('outbox:notCopied') })
            }
          >
            <CopyOutlined />
          </IconButton>
          {mail.state !== 'waiting' && (
            <IconButton danger label={t('outbox:forget.confirm')} onClick={() => void ask(mail)}>
              <DeleteOutlined />
            </IconButton>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeader title={t('outbox:title')} hint={t('outbox:hint', { hours: data?.keptHours ?? 24 })} />
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={data?.mails.length ?? null}
        empty={<EmptyState title={t('outbox:empty')} hint={t('outbox:emptyHint')} />}
      >
        <DataTable
          label={t('outbox:title')}
          columns={columns}
          rows={data?.mails ?? null}
          rowKey={({ id }) => id}
        />
      </ListStates>
    </>
  )
}
