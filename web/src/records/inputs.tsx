import type { Language } from '@guiche/contracts/languages.js'
import { CENTS } from '@guiche/contracts/records/fields.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { Field, FieldOf, KindName } from '@guiche/contracts/records/kinds/kind.js'
import { textIn } from '@guiche/contracts/records/texts.js'
import Input from 'antd/es/input/index.js'
import Switch from 'antd/es/switch/index.js'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { ColorField } from '../components/form/color-field.js'
import { DateField } from '../components/form/date-field.js'
import { FileField } from '../components/form/file-field.js'
import { NumberField } from '../components/form/number-field.js'
import { TIME_FIELD, TimeField } from '../components/form/time-field.js'
import { Select } from '../components/select.js'
import { useTranslation } from '../i18n/use-translation.js'
import { QUEUE_COLORS } from '../theme/tokens.js'
import { HoursInput } from './hours-input.js'
import { RowsInput } from './rows-input.js'

/** From this length on a text is written in several lines. */
const LONG = 256

interface Props<F> {
  readonly field: F
  readonly placeholder: string | undefined
  /** values that other records have, in lower case */
  readonly taken: readonly string[]
}
/** A value that is not given by antd's form. */
interface Form {
  readonly value?: unknown
  readonly onChange?: (value: never) => void
}
/** What antd's form gives to a field. */
interface Given {
  readonly id?: string
  /** where no label stands beside it */
  readonly 'aria-label'?: string
}
interface FieldInput<F> {
  /** what it is entered with; antd's form gives it its value */
  Input(props: Props<F>, given: Given): ReactNode
  /** the form's value for what is shown; as shown unless given */
  entered?(field: F, shown: unknown): unknown
  /** the form's value for a new record; what is stored where nothing is said unless given */
  fresh?(field: F, taken: readonly string[]): unknown
  /** what a body says for the form's value; the same unless given */
  said?(field: F, entered: unknown): unknown
}

interface FlagProps extends Given {
  readonly value?: 0 | 1 | boolean
  readonly onChange?: (value: 0 | 1) => void
}
const FlagInput = ({ value, onChange, ...given }: FlagProps) => (
  <Switch {...given} checked={Boolean(value)} onChange={(on) => onChange?.(on ? 1 : 0)} />
)

interface ChoiceProps extends Given {
  readonly of: FieldOf<'choice'>['of']
  readonly value?: string
  readonly onChange?: (value: string) => void
}
const ChoiceInput = ({ of, ...given }: ChoiceProps) => {
  const { i18n } = useTranslation()
  const options = Object.entries(of).map(([value, texts]) => ({
    value,
    label: textIn(texts, i18n.language as Language),
  }))
  return <Select<string> {...given} options={options} />
}

interface DayProps extends Given {
  readonly value?: string | null
  readonly onChange?: (day: string) => void
}
const DayInput = ({ value, onChange, id, 'aria-label': label }: DayProps) => (
  <DateField
    {...(id !== undefined && { id })}
    {...(label !== undefined && { label })}
    value={value ?? ''}
    onChange={(day) => onChange?.(day)}
  />
)

const rowsIn = (value: unknown) => value as readonly Readonly<Record<string, unknown>>[]
const mapRow = (
  { of }: FieldOf<'rows'>,
  make: (field: Field, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([name, field]) => [name, make(field, name)]))

/** How each kind is entered; nobody enters a kind that is absent. */
const INPUTS: { readonly [K in KindName]?: FieldInput<FieldOf<K>> } = {
  text: {
    Input: ({ field, placeholder }, given) =>
      field.max < LONG ? (
        <Input {...given} autoComplete="off" placeholder={placeholder} />
      ) : (
        <Input.TextArea {...given} autoSize={{ minRows: 3, maxRows: 8 }} maxLength={field.max} />
      ),
  },
  color: {
    Input: ({ taken }, given) => <ColorField {...given} taken={taken} />,
    fresh: (field, taken) =>
      field.default ?? QUEUE_COLORS.find((color) => !taken.includes(color)) ?? QUEUE_COLORS[0],
  },
  whole: {
    Input: ({ field }, given) => (
      <NumberField {...given} precision={0} min={field.min} max={field.max} style={{ width: 140 }} />
    ),
  },
  time: {
    Input: (_props, given) => <TimeField {...given} min={dayjs().format(TIME_FIELD)} />,
    entered: (_field, shown) => dayjs(String(shown)).format(TIME_FIELD),
    fresh: (field) => dayjs().add(field.suggested, 'hour').format(TIME_FIELD),
    said: (_field, entered) => dayjs(String(entered)).toISOString(),
  },
  choice: {
    Input: ({ field }, given) => <ChoiceInput {...given} of={field.of} />,
    // a value that must be said is chosen, not suggested
    fresh: (field) => field.default,
  },
  money: {
    Input: ({ field }, given) => (
      <NumberField
        {...given}
        prefix="R$"
        precision={2}
        decimalSeparator=","
        min={field.min / CENTS}
        max={field.max / CENTS}
        style={{ width: 180 }}
      />
    ),
    entered: (_field, shown) => (shown === null ? null : Number(shown) / CENTS),
    said: (_field, entered) => (entered === null ? null : Math.round(Number(entered) * CENTS)),
  },
  date: {
    Input: (_props, given) => <DayInput {...given} />,
    said: (_field, entered) => entered || null,
  },
  flag: { Input: (_props, given) => <FlagInput {...given} /> },
  rows: {
    Input: ({ field }, given) => (
      <RowsInput
        {...given}
        field={field}
        fresh={() => mapRow(field, (one) => freshOf(one, []))}
        cell={(one, { label, ...value }) => (
          <FieldInput {...value} field={one} placeholder={label} aria-label={label} taken={[]} />
        )}
      />
    ),
    entered: (field, shown) =>
      rowsIn(shown).map((row) => mapRow(field, (one, name) => enteredOf(one, row[name]))),
    said: (field, entered) =>
      rowsIn(entered).map((row) => mapRow(field, (one, name) => saidOf(one, row[name]))),
  },
  hours: { Input: ({ field }, given) => <HoursInput {...given} most={field.most} /> },
  secret: {
    // a browser must not keep it as somebody's password
    Input: ({ field }, given) => (
      <Input.Password
        {...given}
        autoComplete="new-password"
        maxLength={field.max}
        visibilityToggle={false}
        // what is typed takes the place of the mask
        onFocus={({ target }) => target.select()}
      />
    ),
    entered: (_field, shown) => shown ?? '',
    fresh: () => '',
  },
  // each page has its own list of what may be named
  ref: {
    Input: () => null,
    entered: (_field, shown) => (shown as { readonly id: number } | null)?.id ?? null,
  },
  media: { Input: (_props, given) => <FileField {...given} /> },
}
const inputOf = (field: Field) => INPUTS[field.kind] as FieldInput<Field> | undefined

/** What a field is entered with; antd's form gives it its value. */
export const FieldInput = ({ field, placeholder, taken, ...given }: Props<Field> & Given & Form): ReactNode =>
  inputOf(field)?.Input({ field, placeholder, taken }, given) ?? null
/** The form's value for what a record shows. */
export const enteredOf = (field: Field, shown: unknown): unknown =>
  (inputOf(field)?.entered ?? ((_field, value) => value))(field, shown)
/** The form's value for a new record; `taken`: what others have. */
export const freshOf = (field: Field, taken: readonly string[]): unknown =>
  (inputOf(field)?.fresh ?? (() => kindOf(field).blank(field)))(field, taken)
/** What a body says for the form's value. */
export const saidOf = (field: Field, entered: unknown): unknown =>
  (inputOf(field)?.said ?? ((_field, value) => value))(field, entered)
