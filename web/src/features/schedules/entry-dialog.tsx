import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import RetweetOutlined from '@ant-design/icons/es/icons/RetweetOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Modal from 'antd/es/modal/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { reasonText } from '../../api/errors.js'
import { useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { TIME_FIELD, TimeField } from '../../components/form/time-field.js'
import { StatusTag } from '../../components/status-tag.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { SentText } from '../../components/variables/sent-text.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { fieldsOf, mayTouch, rulesOf } from '../../records/fields.js'
import { useDeleteRecordMutation } from '../../records/record-api.js'
import { useChangeOccurrenceMutation } from './api.js'
import { type Entry, isOpen, stateOf, TONES } from './calendar.js'
import { ScheduleDialog } from './schedule-dialog.js'
import styles from './schedules.module.css'
import { momentIn, ownZone, zonesDiffer } from './zones.js'

interface Props {
  readonly entry: Entry
  readonly onClose: () => void
}

/** Changes time or text of a single occurrence. */
const OneDialog = ({ entry, onClose }: Props) => {
  const { t } = useTranslation()
  const [change] = useChangeOccurrenceMutation()
  const { planned, sendAt, occurrence } = entry
  const fields = fieldsOf(RECORDS.schedule)
  return (
    <FormDialog<{ body: string; sendAt: string }>
      title={t('schedules:entry.one')}
      initial={{ body: planned.body, sendAt: dayjs(sendAt).format(TIME_FIELD) }}
      onSave={({ body, sendAt: time }, { save }) =>
        save(change, {
          id: planned.id,
          body: { day: occurrence ?? '', body, sendAt: dayjs(time).toISOString() },
        })
      }
      saved={t('schedules:entry.changed')}
      onClose={onClose}
    >
      {fields.body && (
        <Form.Item name="body" label={t('schedules:field.body')} rules={rulesOf(t, fields.body)}>
          <SentText autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      )}
      {fields.sendAt && (
        <Form.Item name="sendAt" label={t('schedules:field.sendAt')} rules={rulesOf(t, fields.sendAt)}>
          <TimeField min={dayjs().format(TIME_FIELD)} />
        </Form.Item>
      )}
    </FormDialog>
  )
}

/** A calendar's message, and the actions on it. */
export const EntryDialog = ({ entry, onClose }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const me = useUser()
  const [remove] = useDeleteRecordMutation()
  const [change] = useChangeOccurrenceMutation()
  const [opened, setOpened] = useState<'all' | 'one' | null>(null)
  const { planned, sendAt, occurrence } = entry
  const { timezone } = me.company
  const state = stateOf(planned)
  const mayChange = isOpen(planned) && mayTouch(RECORDS.schedule, me, planned, 'change')
  const mayDelete = planned.status !== 'AGENDADA' && mayTouch(RECORDS.schedule, me, planned, 'delete')
  const isSeries = occurrence !== null
  if (opened === 'one') return <OneDialog entry={entry} onClose={onClose} />
  if (opened === 'all') return <ScheduleDialog planned={planned} onClose={onClose} />

  const end = async (): Promise<void> => {
    const question = isSeries
      ? {
          title: t('schedules:entry.endTitle'),
          text: t('schedules:entry.endText'),
          confirm: t('schedules:entry.endSeries'),
        }
      : {
          title: t('schedules:removeTitle'),
          text: t('schedules:removeText'),
          confirm: t('schedules:removeConfirm'),
        }
    if (isOpen(planned) && !(await confirm({ ...question, danger: true }))) return
    const answer = await remove({ record: 'schedule', id: planned.id })
    if (answer.error !== undefined) return
    dispatch(toastShown({ tone: 'good', text: t('schedules:deleted') }))
    onClose()
  }
  const leaveOut = async (): Promise<void> => {
    const question = {
      title: t('schedules:entry.leaveOutTitle'),
      text: t('schedules:entry.leaveOutText'),
      confirm: t('schedules:entry.leaveOut'),
    }
    if (occurrence === null || !(await confirm({ ...question, danger: true }))) return
    const answer = await change({ id: planned.id, body: { day: occurrence, leaveOut: true } })
    if (answer.error !== undefined) {
      dispatch(toastShown({ tone: 'failed', text: reasonText(answer.error.code ?? '') }))
      return
    }
    dispatch(toastShown({ tone: 'good', text: t('schedules:entry.leftOut') }))
    onClose()
  }
  return (
    <Modal open title={planned.contact?.name ?? ''} footer={null} onCancel={onClose}>
      <div className={styles.entry}>
        <header>
          <time dateTime={sendAt}>{momentIn(timezone, sendAt)}</time>
          <StatusTag tone={TONES[state]}>{t(`schedules:status.${state}`)}</StatusTag>
        </header>
        {zonesDiffer(timezone, ownZone(), sendAt) && (
          <span className={styles.quiet}>
            {t('schedules:calendar.own', { time: momentIn(ownZone(), sendAt) })}
          </span>
        )}
        {isSeries && (
          <span className={styles.quiet}>
            <RetweetOutlined /> {t('schedules:calendar.repeats')}
          </span>
        )}
        <p>{planned.body}</p>
        {planned.mediaName !== null && (
          <span className={styles.quiet}>
            <PaperClipOutlined /> {planned.mediaName}
          </span>
        )}
        {planned.fileList !== null && (
          <span className={styles.quiet}>
            <FolderOpenOutlined /> {planned.fileList.name}
          </span>
        )}
        {planned.error !== null && (
          <p className={styles.failed}>{t('schedules:failed', { reason: reasonText(planned.error) })}</p>
        )}
        {planned.user !== null && (
          <span className={styles.quiet}>{t('schedules:by', { name: planned.user.name })}</span>
        )}
        <footer>
          {mayChange && isSeries && (
            <>
              <Button onClick={() => setOpened('one')}>{t('schedules:entry.one')}</Button>
              <Button onClick={() => void leaveOut()}>{t('schedules:entry.leaveOut')}</Button>
            </>
          )}
          {mayChange && (
            <Button type="primary" onClick={() => setOpened('all')}>
              {isSeries
                ? t('schedules:entry.editSeries')
                : t(planned.status === 'ERRO' ? 'schedules:entry.retry' : 'schedules:entry.edit')}
            </Button>
          )}
          {mayDelete && (
            <Button danger onClick={() => void end()}>
              {isSeries
                ? t('schedules:entry.endSeries')
                : t(isOpen(planned) ? 'schedules:removeConfirm' : 'schedules:forget', {
                    time: momentIn(timezone, sendAt),
                  })}
            </Button>
          )}
        </footer>
      </div>
    </Modal>
  )
}
