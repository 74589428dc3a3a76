import type { Language } from '@guiche/contracts/languages.js'
import type { Part, Week } from '@guiche/contracts/opening-hours/week.js'
import {
  entriesOf,
  partOf,
  type ScheduleEntry,
  type Times,
  timesOf,
  weekOfEntries,
} from '@guiche/contracts/opening-hours/wire.js'
import { CENTS, type ShownFile } from '@guiche/contracts/records/fields.js'
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
import { lazyDialog } from '../components/lazy-dialog.js'
import { Select } from '../components/select.js'
import { SentText } from '../components/variables/sent-text.js'
import { useTranslation } from '../i18n/use-translation.js'
import { QUEUE_COLORS } from '../theme/tokens.js'
import { entryOf, type FileEntry } from './files/entry.js'
import { bodyFiles } from './files/save-files.js'
import { HoursInput } from './hours/hours-input.js'
import { PartsInput } from './hours/parts-input.js'
import { type NamedRecord, RefSelect, RefsSelect } from './ref-select.js'
import { RowsInput } from './rows-input.js'
import { UserSelect } from './user-select.js'

const FilesInput = lazyDialog(() => import('./files/files-input.js').then((m) => m.FilesInput))

/** Length from which a text gets a multi-line field. */
const MULTI_LINE_LENGTH = 256

interface Props<F> {
  readonly field: F
  readonly placeholder: string | undefined
  /** values of other records, in lower case */
  readonly taken: readonly string[]
}
/** A value besides those that antd's form gives. */
interface Form {
  readonly value?: unknown
  readonly onChange?: (value: never) => void
}
/** Props that antd's form gives to a field. */
interface FieldProps {
  readonly id?: string
  /** for places without a visible label */
  readonly 'aria-label'?: string
}
interface FieldInput<F> {
  /** the input component; antd's form sets its value */
  Input(props: Props<F>, given: FieldProps): ReactNode
  /** the form's value from the shown value; unchanged unless given */
  entered?(field: F, shown: unknown): unknown
  /** the form's value for a new record; the stored default unless given */
  fresh?(field: F, taken: readonly string[]): unknown
  /** the body's value from the form's value; unchanged unless given */
  said?(field: F, entered: unknown): unknown
}

interface FlagProps extends FieldProps {
  readonly value?: 0 | 1 | boolean
  readonly onChange?: (value: 0 | 1) => void
}
const FlagInput = ({ value, onChange, ...given }: FlagProps) => (
  <Switch {...given} checked={Boolean(value)} onChange={(on) => onChange?.(on ? 1 : 0)} />
)

/** A switch for the opposite of a flag, with its own text. */
const OppositeInput = ({ field, value, ...given }: FlagProps & { readonly field: FieldOf<'flag'> }) => {
  const { i18n } = useTranslation()
  const label = (of: 0 | 1) => kindOf(field).read?.(field, of, i18n.language as Language)
  return (
    <Select<0 | 1>
      {...given}
      value={value ? 1 : 0}
      options={([0, 1] as const).map((of) => ({ value: of, label: label(of) }))}
    />
  )
}

interface ChoiceProps extends FieldProps {
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

interface ChoicesProps extends FieldProps {
  readonly field: FieldOf<'choices'>
  readonly value?: string[]
  readonly onChange?: (values: string[]) => void
}
const ChoicesInput = ({ field: { of, none }, ...given }: ChoicesProps) => {
  const { i18n } = useTranslation()
  const language = i18n.language as Language
  const options = Object.entries(of).map(([value, texts]) => ({ value, label: textIn(texts, language) }))
  return (
    <Select<string[]>
      {...given}
      mode="multiple"
      allowClear
      options={options}
      placeholder={textIn(none, language)}
    />
  )
}

interface DayProps extends FieldProps {
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

const PartsOf = ({ field, ...given }: FieldProps & { readonly field: FieldOf<'parts'> }) => {
  const { i18n } = useTranslation()
  return <PartsInput {...given} most={field.most} none={textIn(field.none, i18n.language as Language)} />
}

const RefsInput = ({ field, ...given }: FieldProps & { readonly field: FieldOf<'refs'> }) => {
  const { i18n } = useTranslation()
  const none = textIn(field.none, i18n.language as Language)
  return <RefsSelect {...given} to={field.to} most={field.most} placeholder={none} />
}

const rowsIn = (value: unknown) => value as readonly Readonly<Record<string, unknown>>[]
const mapRow = (
  { of }: FieldOf<'rows'>,
  make: (field: Field, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([name, field]) => [name, make(field, name)]))

/** The input of each kind; an absent kind is not entered. */
const INPUTS: { readonly [K in KindName]?: FieldInput<FieldOf<K>> } = {
  text: {
    Input: ({ field, placeholder }, given) =>
      field.max < MULTI_LINE_LENGTH ? (
        <Input {...given} autoComplete="off" placeholder={placeholder} />
      ) : field.sent ? (
        <SentText {...given} autoSize={{ minRows: 3, maxRows: 8 }} maxLength={field.max} />
      ) : (
        <Input.TextArea {...given} autoSize={{ minRows: 3, maxRows: 8 }} maxLength={field.max} />
      ),
  },
  link: {
    Input: ({ placeholder }, given) => <Input {...given} autoComplete="off" placeholder={placeholder} />,
  },
  color: {
    Input: ({ taken }, given) => <ColorField {...given} taken={taken} />,
    fresh: (field, taken) =>
      field.default ?? QUEUE_COLORS.find((color) => !taken.includes(color)) ?? QUEUE_COLORS[0],
  },
  integer: {
    Input: ({ field }, given) => (
      <NumberField {...given} precision={0} min={field.min} max={field.max} style={{ width: 140 }} />
    ),
  },
  ordinal: {
    Input: ({ field }, given) => (
      <NumberField {...given} precision={0} min={1} max={field.max} style={{ width: 140 }} />
    ),
    entered: (_field, shown) => (shown === '' ? null : Number(shown)),
  },
  time: {
    Input: (_props, given) => <TimeField {...given} min={dayjs().format(TIME_FIELD)} />,
    entered: (_field, shown) => dayjs(String(shown)).format(TIME_FIELD),
    fresh: (field) => dayjs().add(field.suggested, 'hour').format(TIME_FIELD),
    said: (_field, entered) => dayjs(String(entered)).toISOString(),
  },
  choice: {
    Input: ({ field }, given) => <ChoiceInput {...given} of={field.of} />,
    // the user must choose a required value, so there is no default
    fresh: (field) => field.default,
  },
  choices: { Input: ({ field }, given) => <ChoicesInput {...given} field={field} /> },
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
    entered: ({ unit }, shown) => (shown === null || unit === 'real' ? shown : Number(shown) / CENTS),
    fresh: (field) => (field.default === undefined ? null : field.default / CENTS),
    said: ({ unit }, entered) => {
      if (entered === null) return null
      const cents = Math.round(Number(entered) * CENTS)
      return unit === 'real' ? cents / CENTS : cents
    },
  },
  date: {
    Input: (_props, given) => <DayInput {...given} />,
    said: (_field, entered) => entered || null,
  },
  flag: {
    Input: ({ field }, given) =>
      field.opposite ? <OppositeInput {...given} field={field} /> : <FlagInput {...given} />,
  },
  rows: {
    Input: ({ field }, given) => (
      <RowsInput
        {...given}
        field={field}
        fresh={() => mapRow(field, (one) => newValueOf(one, []))}
        cell={(one, { label, ...value }) => (
          <FieldInput {...value} field={one} placeholder={label} aria-label={label} taken={[]} />
        )}
      />
    ),
    entered: (field, shown) =>
      rowsIn(shown).map((row) => mapRow(field, (one, name) => formValueOf(one, row[name]))),
    said: (field, entered) =>
      rowsIn(entered).map((row) => mapRow(field, (one, name) => bodyValueOf(one, row[name]))),
  },
  hours: {
    Input: ({ field }, given) => <HoursInput {...given} most={field.most} />,
    entered: (_field, shown) => weekOfEntries(shown as readonly ScheduleEntry[]) ?? [],
    said: (_field, entered) => entriesOf(entered as Week),
  },
  parts: {
    Input: ({ field }, given) => <PartsOf {...given} field={field} />,
    entered: (_field, shown) => (shown as readonly Times[]).map(partOf),
    said: (_field, entered) => (entered as readonly Part[]).map(timesOf),
  },
  secret: {
    // a browser must not store it as a user's password
    Input: ({ field }, given) => (
      <Input.Password
        {...given}
        autoComplete="new-password"
        maxLength={field.max}
        visibilityToggle={false}
        // typing replaces the mask
        onFocus={({ target }) => target.select()}
      />
    ),
    entered: (_field, shown) => shown ?? '',
    fresh: () => '',
  },
  media: { Input: (_props, given) => <FileField {...given} /> },
  files: {
    Input: ({ field }, given) => <FilesInput {...given} field={field} />,
    entered: (_field, shown) => (shown as readonly ShownFile[]).map(entryOf),
    fresh: () => [],
    said: (_field, entered) => bodyFiles(entered as readonly FileEntry[]),
  },
  ref: {
    Input: ({ field, placeholder }, given) => (
      <RefSelect
        {...given}
        to={field.to}
        allowClear={field.gone !== 'remove'}
        {...(placeholder !== undefined && { placeholder })}
      />
    ),
    said: (_field, entered) => (entered as NamedRecord | null | undefined)?.id ?? null,
  },
  refs: {
    Input: ({ field }, given) => <RefsInput {...given} field={field} />,
    entered: (_field, shown) => (shown as readonly NamedRecord[]).map(({ id }) => id),
  },
  users: {
    Input: ({ field }, given) => (
      <UserSelect<number[]> {...given} mode="multiple" maxCount={field.most} allowClear />
    ),
    entered: (_field, shown) => (shown as readonly NamedRecord[]).map(({ id }) => id),
  },
}
const inputOf = (field: Field) => INPUTS[field.kind] as FieldInput<Field> | undefined

/** The input of a field; antd's form sets its value. */
export const FieldInput = ({
  field,
  placeholder,
  taken,
  ...given
}: Props<Field> & FieldProps & Form): ReactNode =>
  inputOf(field)?.Input({ field, placeholder, taken }, given) ?? null
/** The form's value from a record's shown value. */
export const formValueOf = (field: Field, shown: unknown): unknown =>
  (inputOf(field)?.entered ?? ((_field, value) => value))(field, shown)
/** The form's value for a new record; `taken`: values of other records. */
export const newValueOf = (field: Field, taken: readonly string[]): unknown =>
  (inputOf(field)?.fresh ?? (() => kindOf(field).blank(field)))(field, taken)
/** The body's value from the form's value. */
export const bodyValueOf = (field: Field, entered: unknown): unknown =>
  (inputOf(field)?.said ?? ((_field, value) => value))(field, entered)
