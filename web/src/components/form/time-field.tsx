import DatePicker from 'antd/es/date-picker/index.js'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { coarsePointer } from '../../base/coarse-pointer.js'

/** Format of a form's time: local, to the minute. Such texts sort in the order of the times. */
export const TIME_FIELD = 'YYYY-MM-DDTHH:mm'

interface Props {
  readonly id?: string
  /** the time in the format TIME_FIELD, or '' for none */
  readonly value?: string
  readonly onChange?: (time: string) => void
  /** first and last time that can be chosen, in the same format */
  readonly min?: string
  readonly max?: string
  /** the field may stay empty */
  readonly optional?: boolean
}

const parseTime = (text: string | undefined) => (text ? dayjs(text) : null)

/** Makes the scrolling columns of hours and minutes tab stops, because antd does not. */
const withColumns = (panel: ReactNode): ReactNode => (
  <div
    ref={(shown) => {
      for (const column of shown?.querySelectorAll('ul') ?? []) column.tabIndex = 0
    }}
  >
    {panel}
  </div>
)

/** A day and a time, shown as dd/MM/yyyy HH:mm in every language. */
export const TimeField = ({ value, onChange, min, max, optional = false, ...given }: Props) => (
  <DatePicker
    {...given}
    style={{ width: '100%' }}
    format="DD/MM/YYYY HH:mm"
    showTime={{ format: 'HH:mm' }}
    needConfirm={false}
    panelRender={withColumns}
    allowClear={optional}
    inputReadOnly={coarsePointer.matches}
    value={parseTime(value)}
    onChange={(time) => onChange?.(time?.format(TIME_FIELD) ?? '')}
    minDate={parseTime(min) ?? undefined}
    maxDate={parseTime(max) ?? undefined}
  />
)
