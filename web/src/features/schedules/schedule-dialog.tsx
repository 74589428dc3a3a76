import Form from 'antd/es/form/index.js'
import dayjs from 'dayjs'
import { useUser } from '../../base/access.js'
import { Select, type SelectProps } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { RecordDialog } from '../../records/record-dialog.js'
import { useConnectionsQuery } from '../connections/api.js'
import { RecurrenceInput } from './recurrence-input.js'
import type { PlannedMessage } from './schedule-order.js'
import { momentIn, ownZone, zonesDiffer } from './zones.js'

const FIELDS = ['body', 'sendAt', 'repeats', 'whatsappId', 'dropIfWrites', 'media', 'fileListId']

interface ConnectionProps extends Omit<SelectProps<number>, 'value' | 'onChange'> {
  /** in the form of a record's reference */
  readonly value?: { readonly id: number } | null
  readonly onChange?: (named: { readonly id: number } | null) => void
}

/** The connection of a message; without a choice the ticket's connection. A deleted connection is marked. */
const ConnectionInput = ({ value: named, onChange, ...props }: ConnectionProps) => {
  const { t } = useTranslation()
  const read = useConnectionsQuery()
  const value = named?.id ?? 0
  const known = (read.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isGone = read.data !== undefined && value > 0 && !known.some((one) => one.value === value)
  return (
    <Select<number>
      {...props}
      read={read}
      value={value}
      onChange={(id) => onChange?.(id === 0 ? null : { id })}
      options={[
        { value: 0, label: t('schedules:connection.same') },
        ...known,
        ...(isGone ? [{ value, label: t('schedules:connection.gone'), disabled: true }] : []),
      ]}
    />
  )
}

/** The time in the company's time zone, if it differs from this device's. */
const CompanyTime = () => {
  const { t } = useTranslation()
  const { timezone } = useUser().company
  const sendAt = dayjs((Form.useWatch('sendAt') as string | undefined) ?? '')
  if (!sendAt.isValid() || !zonesDiffer(timezone, ownZone(), sendAt.toISOString())) return null
  const time = momentIn(timezone, sendAt.toISOString())
  return <div role="status">{t('schedules:calendar.company', { zone: timezone, time })}</div>
}

interface Props {
  /** null plans a new message */
  readonly planned: PlannedMessage | null
  /** contact and ticket of a new message */
  readonly about?: { readonly contactId: number; readonly ticketId?: number }
  /** text and time (yyyy-MM-ddTHH:mm) of a new message */
  readonly suggested?: { readonly body?: string; readonly sendAt?: string }
  readonly onSaved?: () => void
  readonly onClose: () => void
}

/** Plans a message or changes it: text, time, recurrence, connection, file. */
export const ScheduleDialog = ({ planned, about, suggested, onSaved, onClose }: Props) => {
  // the message still names a deleted connection: the field must not look empty
  const record = planned && { ...planned, whatsapp: planned.whatsappId ? { id: planned.whatsappId } : null }
  return (
    <RecordDialog
      name="schedule"
      fields={FIELDS}
      record={record}
      {...(about && { about: { ...about } })}
      {...(suggested && { suggested })}
      inputs={{ repeats: <RecurrenceInput />, whatsappId: <ConnectionInput /> }}
      below={{ sendAt: <CompanyTime /> }}
      {...(onSaved && { onSaved })}
      onClose={onClose}
    />
  )
}
