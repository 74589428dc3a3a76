import DatePicker from 'antd/es/date-picker/index.js'
import dayjs from 'dayjs'

interface Props {
  readonly id?: string
  /** aria-label, if no visible label exists */
  readonly label?: string
  /** placeholder of the empty field; the label unless given */
  readonly placeholder?: string
  /** `yyyy-MM-dd`, or '' for none */
  readonly value: string
  readonly onChange: (day: string) => void
  /** first and last day that can be chosen, `yyyy-MM-dd` */
  readonly min?: string
  readonly max?: string
}

/** One day, shown as dd/MM/yyyy in every language. */
export const DateField = ({ id, label, placeholder = label, value, onChange, min, max }: Props) => (
  <DatePicker
    {...(id !== undefined && { id })}
    {...(label !== undefined && { 'aria-label': label })}
    placeholder={placeholder ?? ''}
    format="DD/MM/YYYY"
    value={value === '' ? null : dayjs(value)}
    onChange={(day) => onChange(day?.format('YYYY-MM-DD') ?? '')}
    {...(min ? { minDate: dayjs(min) } : {})}
    {...(max ? { maxDate: dayjs(max) } : {})}
    style={{ width: 150, maxWidth: '100%' }}
  />
)
