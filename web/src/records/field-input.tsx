import type { Field } from '@guiche/contracts/records/fields.js'
import Input from 'antd/es/input/index.js'
import Switch from 'antd/es/switch/index.js'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { ColorField } from '../components/form/color-field.js'
import { FileField } from '../components/form/file-field.js'
import { NumberField } from '../components/form/number-field.js'
import { TIME_FIELD, TimeField } from '../components/form/time-field.js'

/** From this length on a text is written in several lines. */
const LONG = 256

interface FlagProps {
  readonly id?: string
  readonly value?: 0 | 1 | boolean
  readonly onChange?: (value: 0 | 1) => void
}
const FlagInput = ({ value, onChange, ...given }: FlagProps) => (
  <Switch {...given} checked={Boolean(value)} onChange={(on) => onChange?.(on ? 1 : 0)} />
)

interface Inputs {
  readonly field: Field
  readonly placeholder: string | undefined
  /** values that other records have, in lower case */
  readonly taken: readonly string[]
  readonly id?: string
}
/** What a field is entered with; antd's form gives it its value. */
export const FieldInput = ({ field, placeholder, taken, ...given }: Inputs): ReactNode => {
  switch (field.kind) {
    case 'color':
      return <ColorField {...given} taken={taken} />
    case 'whole':
      return <NumberField {...given} precision={0} min={field.min} max={field.max} style={{ width: 140 }} />
    case 'time':
      return <TimeField {...given} min={dayjs().format(TIME_FIELD)} />
    case 'flag':
      return <FlagInput {...given} />
    case 'text':
      return field.max < LONG ? (
        <Input {...given} autoComplete="off" placeholder={placeholder} />
      ) : (
        <Input.TextArea {...given} autoSize={{ minRows: 3, maxRows: 8 }} maxLength={field.max} />
      )
    case 'media':
      return <FileField {...given} />
    // nobody says these
    default:
      return null
  }
}
