import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import RetweetOutlined from '@ant-design/icons/es/icons/RetweetOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { reasonText } from '../../api/errors.js'
import { hasFeature, useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { IconButton } from '../../components/icon-button.js'
import { ListStates } from '../../components/list/list-states.js'
import { useEdited } from '../../components/list/use-edited.js'
import { StatusTag } from '../../components/status-tag.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { mayTouch } from '../../records/fields.js'
import { useDeleteRecordMutation, useRecords } from '../../records/record-api.js'
import { useRecordTexts } from '../../records/record-texts.js'
import { stateOf, TONES } from './calendar.js'
import { ScheduleDialog } from './schedule-dialog.js'
import { inOrder, type PlannedMessage } from './schedule-order.js'
import styles from './schedules.module.css'
import { momentIn, ownZone, zonesDiffer } from './zones.js'

interface RowProps {
  readonly planned: PlannedMessage
  readonly onEdit: () => void
}
const Row = ({ planned, onEdit }: RowProps) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const me = useUser()
  const [remove] = useDeleteRecordMutation()
  const { status, sendAt, error } = planned
  const zone = me.company.timezone
  const time = momentIn(zone, sendAt)
  const state = stateOf(planned)
  const isOpen = status === 'PENDENTE' || status === 'ERRO'
  const ask = async (): Promise<void> => {
    const question = {
      title: t('schedules:removeTitle'),
      text: t('schedules:removeText'),
      confirm: t('schedules:removeConfirm'),
      danger: true,
    }
    if (isOpen && !(await confirm(question))) return
    const answer = await remove({ record: 'schedule', id: planned.id })
    if (answer.error === undefined && isOpen) {
      dispatch(toastShown({ tone: 'good', text: t('schedules:deleted') }))
    }
  }
  return (
    <li className={styles.planned}>
      <header>
        <span>
          {planned.repeats === null ? (
            <ClockCircleOutlined />
          ) : (
            <RetweetOutlined aria-label={t('schedules:calendar.repeats')} />
          )}{' '}
          <time dateTime={sendAt}>{time}</time>
        </span>
        <StatusTag tone={TONES[state]}>{t(`schedules:status.${state}`)}</StatusTag>
      </header>
      {zonesDiffer(zone, ownZone(), sendAt) && (
        <span className={styles.quiet}>
          {t('schedules:calendar.own', { time: momentIn(ownZone(), sendAt) })}
        </span>
      )}
      <p>{planned.body}</p>
      {planned.mediaName !== null && (
        <span className={styles.quiet}>
          <PaperClipOutlined /> {planned.mediaName}
        </span>
      )}
      {error !== null && (
        <p className={styles.failed}>{t('schedules:failed', { reason: reasonText(error) })}</p>
      )}
      <footer>
        <span className={styles.quiet}>
          {planned.user !== null && t('schedules:by', { name: planned.user.name })}
        </span>
        <span>
          {isOpen && mayTouch(RECORDS.schedule, me, planned, 'change') && (
            <IconButton label={t('schedules:edit', { time })} onClick={onEdit}>
              <EditOutlined />
            </IconButton>
          )}
          {status !== 'AGENDADA' && mayTouch(RECORDS.schedule, me, planned, 'delete') && (
            <IconButton
              danger
              label={t(isOpen ? 'schedules:remove' : 'schedules:forget', { time })}
              onClick={() => void ask()}
            >
              <DeleteOutlined />
            </IconButton>
          )}
        </span>
      </footer>
    </li>
  )
}

/** Planned and sent messages for a ticket's contact, with actions to plan, change and cancel. */
export const ScheduleList = ({ ticket }: { readonly ticket: Pick<TicketRecord, 'id' | 'contactId'> }) => {
  const { t } = useTranslation()
  const { contactId } = ticket
  const list = useRecords('schedule', { contactId })
  const [opened, setOpened] = useEdited<PlannedMessage>(list.rows ?? [])
  const mayAdd = hasFeature(useUser(), RECORDS.schedule.plan)
  // the button's text is the title of the dialog
  const hasTexts = useRecordTexts('schedule')
  return (
    <section className={styles.list} aria-label={t('schedules:title')}>
      {mayAdd && hasTexts && (
        <Button icon={<ClockCircleOutlined />} onClick={() => setOpened('new')}>
          {t('schedules:add')}
        </Button>
      )}
      <ListStates
        failed={list.isError}
        onRetry={list.refetch}
        count={list.rows?.length ?? null}
        empty={<p className={styles.quiet}>{t('schedules:empty')}</p>}
      >
        {list.rows === undefined ? (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        ) : (
          <ul>
            {inOrder(list.rows).map((planned) => (
              <Row key={planned.id} planned={planned} onEdit={() => setOpened(planned)} />
            ))}
          </ul>
        )}
      </ListStates>
      {opened !== null && (
        <ScheduleDialog
          planned={opened === 'new' ? null : opened}
          about={{ contactId, ticketId: ticket.id }}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}
