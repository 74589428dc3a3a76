import { pick } from '@guiche/contracts/pick.js'
import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import Form from 'antd/es/form/index.js'
import { useRef } from 'react'
import { hasFeature, mayUse, useUser } from '../base/access.js'
import { bodyOfChange } from '../components/form/changes.js'
import { FormDialog } from '../components/form/form-dialog.js'
import { useTranslation } from '../i18n/use-translation.js'
import { announced, fieldsOf, isBrought, mustSay, rulesOf } from './fields.js'
import { enteredOf, FieldInput, freshOf, saidOf } from './inputs.js'
import {
  type AnyRecord,
  useBringFileMutation,
  useChangeRecordMutation,
  useCreateRecordMutation,
  useRecords,
  useTakeFileAwayMutation,
} from './record-api.js'

interface Props {
  readonly name: RecordName
  readonly fields: readonly string[]
  /** null makes a new one */
  readonly record: AnyRecord | null
  /** what a new one is about, and nobody enters */
  readonly about?: Readonly<Record<string, number>>
  readonly onClose: () => void
}

/** Makes or changes a record by the fields of its declaration. */
export const RecordDialog = ({ name, fields, record, about = {}, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const spec = RECORDS[name]
  const { plural, unique, where = {} }: RecordSpec = spec
  const declared = fieldsOf(spec)
  const all = useRecords(name, undefined, { skip: unique.length === 0 }).rows ?? []
  const others = all.filter(({ id }) => id !== record?.id) as readonly AnyRecord[]
  const [create] = useCreateRecordMutation()
  const [change] = useChangeRecordMutation()
  const [bring] = useBringFileMutation()
  const [takeAway] = useTakeFileAwayMutation()
  /** a new one that was made, but whose file was refused: it is changed from then on */
  const made = useRef<number | null>(null)
  const files = fields.filter((field) => declared[field] && isBrought(declared[field]))
  const textOf = (key: string) => (i18n.exists(key) ? t(key, { skipInterpolation: true }) : undefined)
  const takenOf = (field: string) =>
    unique.some((one) => one === field) ? others.map((other) => String(other[field]).toLowerCase()) : []

  const initialOf = (field: string): unknown => {
    const spec = declared[field]
    if (spec === undefined) return null
    return record === null
      ? freshOf(spec, takenOf(field))
      : enteredOf(spec, record[kindOf(spec).listed?.(field) ?? field])
  }
  const initial = Object.fromEntries(fields.map((field) => [field, initialOf(field)]))
  return (
    <FormDialog<Record<string, unknown>>
      title={t(record === null ? `${plural}:add` : `${plural}:editTitle`)}
      initial={initial}
      onSave={async (values, { save, idempotencyKey, changed, afterwards }) => {
        const said = Object.fromEntries(
          Object.entries(values)
            .filter(([field]) => !files.includes(field))
            .map(([field, value]) => [field, declared[field] ? saidOf(declared[field], value) : value]),
        )
        const next = files.filter((field) => values[field] !== initial[field])
        const plain =
          record === null
            ? { ...about, ...said }
            : bodyOfChange(said, changed, pick(record, ...mustSay(spec)))
        const body = { ...plain, ...announced(spec, next) } as never
        const known = record?.id ?? made.current
        const saved =
          known === null
            ? await save(create, { record: name, body, idempotencyKey })
            : await save(change, { record: name, id: known, body })
        const { id } = saved as AnyRecord
        made.current = id
        for (const field of files) {
          const file = values[field]
          const call = { record: name, id, field }
          if (file instanceof File) await afterwards(bring({ ...call, file }).unwrap())
          else if (file === null && changed.includes(field)) await afterwards(takeAway(call).unwrap())
        }
      }}
      saved={t(`${plural}:saved`)}
      onClose={onClose}
    >
      {fields.map((field) => {
        const spec = declared[field]
        if (spec === undefined || !mayUse(user, kindOf(spec).least?.(spec) ?? 'user')) return null
        const { on, plan } = where[field] ?? {}
        if (!hasFeature(user, plan)) return null
        const item = (
          <Form.Item
            key={field}
            name={field}
            label={t(`${plural}:field.${field}`)}
            extra={textOf(`${plural}:help.${field}`)}
            rules={rulesOf(t, spec)}
          >
            <FieldInput
              field={spec}
              placeholder={textOf(`${plural}:placeholder.${field}`)}
              taken={takenOf(field)}
            />
          </Form.Item>
        )
        if (on === undefined) return item
        return (
          <Form.Item key={field} noStyle shouldUpdate={(before, after) => before[on] !== after[on]}>
            {({ getFieldValue }) => (getFieldValue(on) ? item : null)}
          </Form.Item>
        )
      })}
    </FormDialog>
  )
}
