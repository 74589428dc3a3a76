import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import type { Language } from '@guiche/contracts/languages.js'
import type { FieldOf } from '@guiche/contracts/records/kinds/kind.js'
import { textIn } from '@guiche/contracts/records/texts.js'
import Button from 'antd/es/button/index.js'
import Flex from 'antd/es/flex/index.js'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.js'

type Rows = FieldOf<'rows'>
type Row = Readonly<Record<string, unknown>>
interface CellProps {
  readonly value: unknown
  readonly label: string
  readonly onChange: (value: unknown) => void
}
interface Props {
  readonly id?: string
  readonly field: Rows
  readonly value?: readonly Row[]
  readonly onChange?: (rows: readonly Row[]) => void
  /** a new row */
  readonly fresh: () => Row
  /** the input of a row's field */
  readonly cell: (field: Rows['of'][string], props: CellProps) => ReactNode
}

/** The value of a change: text fields give the event instead. */
const givenBy = (said: unknown): unknown =>
  typeof said === 'object' && said !== null && 'target' in said
    ? (said as { readonly target: HTMLInputElement }).target.value
    : said

/** An ordered list of small items, one line each. */
export const RowsInput = ({ id, field, value = [], onChange, fresh, cell }: Props) => {
  const { t, i18n } = useTranslation()
  const put = (rows: readonly Row[]) => onChange?.(rows)
  const labelOf = (name: string) => {
    const texts = field.words[name]
    return texts === undefined ? name : textIn(texts, i18n.language as Language)
  }
  return (
    <Flex vertical gap="small" align="start" id={id}>
      {value.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that tells it from another
        <Flex key={at} gap="small" align="center" wrap>
          {Object.entries(field.of).map(([name, one]) => (
            <span key={name}>
              {cell(one, {
                value: row[name],
                label: labelOf(name),
                onChange: (said) => put(value.with(at, { ...row, [name]: givenBy(said) })),
              })}
            </span>
          ))}
          <Button
            type="text"
            icon={<UpOutlined />}
            disabled={at === 0}
            aria-label={t('common:rows.up', { number: at + 1 })}
            title={t('common:rows.up', { number: at + 1 })}
            onClick={() => put(value.toSpliced(at, 1).toSpliced(at - 1, 0, row))}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('common:rows.remove', { number: at + 1 })}
            title={t('common:rows.remove', { number: at + 1 })}
            onClick={() => put(value.toSpliced(at, 1))}
          />
        </Flex>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={value.length >= field.most}
        onClick={() => put([...value, fresh()])}
      >
        {t('common:rows.add')}
      </Button>
    </Flex>
  )
}
