import type { ParkedRecord } from '@guiche/contracts/views/insight.js'
import Button from 'antd/es/button/index.js'
import { reasonText } from '../../api/errors.js'
import { formatDayAndTime } from '../../base/dates.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useDiscardParkedMutation, useParkedQuery, useRetryParkedMutation } from './api.js'
import styles from './audit.module.css'

/** Parked items: the admin retries or discards them. Hidden without any. */
export const ParkedItems = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const { data = [] } = useParkedQuery(undefined, { refetchOnMountOrArgChange: true })
  const [retry, retrying] = useRetryParkedMutation()
  const [discard] = useDiscardParkedMutation()
  if (data.length === 0) return null

  const textOf = (reason: string) => (reason === '' ? '' : reasonText(reason))
  const again = async ({ id }: ParkedRecord) => {
    const { data: answer } = await retry({ id })
    if (answer === undefined) return
    const { reason } = answer
    dispatch(
      reason === null
        ? toastShown({ tone: 'good', text: t('audit:parked.done') })
        : toastShown({ tone: 'failed', text: t('audit:parked.failed', { reason: textOf(reason) }) }),
    )
  }
  const forget = async ({ id }: ParkedRecord) => {
    const question = { title: t('audit:parked.discardTitle'), text: t('audit:parked.discardText') }
    if (!(await confirm({ ...question, confirm: t('audit:parked.discard'), danger: true }))) return
    const { error } = await discard({ id })
    if (error === undefined) dispatch(toastShown({ tone: 'good', text: t('audit:parked.discarded') }))
  }

  return (
    <details className={styles.parked}>
      <summary>{t('audit:parked.title', { count: data.length })}</summary>
      <p>{t('audit:parked.hint')}</p>
      <ul>
        {data.map((item) => (
          <li key={item.id}>
            <span>
              {t(`audit:parked.${item.kind}`, { what: item.what, about: item.about })}
              <br />
              <small>
                {item.since !== '' && `${formatDayAndTime(item.since)} · `}
                {t('audit:parked.reason', { reason: textOf(item.reason), attempts: item.attempts })}
              </small>
            </span>
            <span>
              <Button size="small" loading={retrying.isLoading} onClick={() => void again(item)}>
                {t('audit:parked.retry')}
              </Button>{' '}
              <Button size="small" danger type="text" onClick={() => void forget(item)}>
                {t('audit:parked.discard')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
