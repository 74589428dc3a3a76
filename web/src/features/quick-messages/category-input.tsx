import { RECORDS } from '@guiche/contracts/records/index.js'
import Input from 'antd/es/input/index.js'
import { useId } from 'react'

interface Props {
  /** categories in use */
  readonly known: readonly string[]
  readonly placeholder: string
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** A category: a new word, or a used category, which the browser suggests. */
export const CategoryInput = ({ known, onChange, ...given }: Props) => {
  const list = useId()
  return (
    <>
      <Input
        {...given}
        list={list}
        autoComplete="off"
        maxLength={RECORDS.quickmessage.fields.category.max}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <datalist id={list}>
        {known.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  )
}
