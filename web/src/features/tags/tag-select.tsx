import type { TagRecord, TagRef } from '@guiche/contracts/views/records.js'
import { useState } from 'react'
import { ColorDot } from '../../components/color-dot.js'
import { Select, type SelectProps } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useRecords } from '../../records/record-api.js'

interface Props<V> extends SelectProps<V[]> {
  /** chosen tags: shown even if the list of tags is not loaded */
  readonly chosen?: readonly TagRef[]
  /** offers a new name as a value */
  readonly offersNew?: boolean
}

/** Chooses tags of the company by name, with their colours. */
export const TagSelect = <V extends number | string>({
  chosen = [],
  offersNew = false,
  defaultOpen = false,
  ...given
}: Props<V>) => {
  const { t } = useTranslation()
  const read = useRecords('tag')
  const { rows = [] } = read
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(defaultOpen)
  const name = typed.trim()
  const known: readonly Pick<TagRecord, 'id' | 'name' | 'color'>[] = [
    ...rows,
    ...chosen.filter(({ id }) => !rows.some((row) => row.id === id)),
  ]
  const isNew =
    offersNew && name !== '' && !known.some((tag) => tag.name.toLowerCase() === name.toLowerCase())
  return (
    <Select<V[]>
      mode="multiple"
      read={read}
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'title', searchValue: typed, onSearch: setTyped }}
      open={open}
      onOpenChange={setOpen}
      {...given}
      onChange={(...change) => {
        setTyped('')
        // in an open list, Tab would choose the first entry again
        setOpen(false)
        given.onChange?.(...change)
      }}
      options={[
        ...known.map(({ id, name, color }) => ({
          value: id,
          title: name,
          label: <ColorDot color={color} label={name} />,
        })),
        ...(isNew ? [{ value: name, title: name, label: t('tags:on.create', { name }) }] : []),
      ]}
    />
  )
}
