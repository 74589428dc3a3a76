import { pick } from '@guiche/contracts/pick.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import Form from 'antd/es/form/index.js'
import { type ReactNode, useRef, useState } from 'react'
import { hasFeature, mayUse, useUser } from '../base/access.js'
import { bodyOfChange } from '../components/form/changes.js'
import { FormDialog } from '../components/form/form-dialog.js'
import { useTranslation } from '../i18n/use-translation.js'
import { type DialogTab, DialogTabs, useTabs } from './dialog-tabs.js'
import { announcedFiles, fieldsOf, isUploadedAfter, requiredInBody, rulesOf } from './fields.js'
import type { FileEntry } from './files/entry.js'
import { type UploadedIds, uploadFiles, withIds } from './files/save-files.js'
import { UploadsOfForm, useUploads } from './files/uploads.js'
import { bodyValueOf, FieldInput, formValueOf, newValueOf } from './inputs.js'
import {
  type AnyRecord,
  useBringFileMutation,
  useChangeRecordMutation,
  useCreateRecordMutation,
  useRecords,
  useTakeFileAwayMutation,
} from './record-api.js'
import { type ShownName, useRecordTexts } from './record-texts.js'

interface Props {
  readonly name: ShownName
  readonly fields: readonly string[]
  /** further tabs with fields of their own */
  readonly tabs?: readonly DialogTab[]
  /** null for a new record */
  readonly record: AnyRecord | null
  /** fields of a new record that are not in the form */
  readonly about?: Readonly<Record<string, unknown>>
  /** known values of a new record */
  readonly suggested?: Readonly<Record<string, unknown>>
  /** inputs of this page that replace the kinds' inputs */
  readonly inputs?: Readonly<Record<string, ReactNode>>
  /** shown below a field's help text */
  readonly below?: Readonly<Record<string, ReactNode>>
  readonly onSaved?: () => void
  readonly onClose: () => void
}

const NO_TABS: readonly DialogTab[] = []
/** Width in pixels of a dialog whose tab has more than fields. */
const WIDE_WIDTH = 1040

const Dialog = (props: Props) => {
  const { name, record, about = {}, suggested = {}, inputs = {}, below = {}, onSaved, onClose } = props
  const tabs = useTabs(props.tabs ?? NO_TABS)
  const fields = [...props.fields, ...tabs.flatMap((tab) => tab.fields)]
  const [active, setActive] = useState('')
  const [unsaved, setUnsaved] = useState(false)
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
  /** a record that was created, although its file was refused: the next save changes it */
  const made = useRef<number | null>(null)
  const brought = useRef<UploadedIds>(new Map())
  const uploads = useUploads()
  const lists = fields.filter((field) => declared[field]?.kind === 'files')
  const files = fields.filter((field) => declared[field] && isUploadedAfter(declared[field]))
  const isToBring = ({ file, against, id }: FileEntry): boolean =>
    file !== null && against === null && id === null
  const [list] = lists
  const target = record?.id ?? made.current
  /** Uploads a failed file, once the record is saved; saving the form corrects the order. */
  const again =
    target === null || list === undefined || uploads.isBusy
      ? null
      : async (file: File, caption: string): Promise<void> => {
          uploads.release(file)
          const id = await uploads
            .send({ record: name, id: target, field: list }, file, caption)
            .catch(() => null)
          if (id !== null) brought.current.set(file, id)
        }
  const textOf = (key: string) => (i18n.exists(key) ? t(key, { skipInterpolation: true }) : undefined)
  const takenOf = (field: string) =>
    unique.some((one) => one === field) ? others.map((other) => String(other[field]).toLowerCase()) : []

  const initialOf = (field: string): unknown => {
    const spec = declared[field]
    if (spec === undefined) return null
    return record === null
      ? (suggested[field] ?? newValueOf(spec, takenOf(field)))
      : formValueOf(spec, record[kindOf(spec).listed?.(field) ?? field])
  }
  const isWide = tabs.some(({ name: tab, Content }) => tab === active && Content !== undefined)
  const initial = Object.fromEntries(fields.map((field) => [field, initialOf(field)]))
  const item = (field: string) => {
    const spec = declared[field]
    if (spec === undefined || !mayUse(user, kindOf(spec).least?.(spec) ?? 'user')) return null
    const { on, plan } = where[field] ?? {}
    if (!hasFeature(user, plan)) return null
    const entry = (
      <Form.Item
        key={field}
        name={field}
        label={t(`${plural}:field.${field}`)}
        extra={
          <>
            {textOf(`${plural}:help.${field}`)}
            {below[field]}
          </>
        }
        rules={rulesOf(t, spec)}
      >
        {inputs[field] ?? (
          <FieldInput
            field={spec}
            placeholder={textOf(`${plural}:placeholder.${field}`)}
            taken={takenOf(field)}
          />
        )}
      </Form.Item>
    )
    if (on === undefined) return entry
    return (
      <Form.Item key={field} noStyle shouldUpdate={(before, after) => before[on] !== after[on]}>
        {({ getFieldValue }) => (getFieldValue(on) ? entry : null)}
      </Form.Item>
    )
  }
  return (
    <FormDialog<Record<string, unknown>>
      title={t(record === null ? `${plural}:add` : `${plural}:editTitle`)}
      initial={initial}
      onSave={async (values, { save, idempotencyKey, changed, afterwards }) => {
        let isWhole = true
        const entriesOf = (field: string) => withIds(values[field] as readonly FileEntry[], brought.current)
        const said = Object.fromEntries(
          Object.entries({
            ...values,
            ...Object.fromEntries(lists.map((field) => [field, entriesOf(field)])),
          })
            .filter(([field]) => !files.includes(field))
            .map(([field, value]) => [field, declared[field] ? bodyValueOf(declared[field], value) : value]),
        )
        const next = files.filter((field) => values[field] !== initial[field])
        const plain =
          record === null
            ? { ...about, ...said }
            : bodyOfChange(said, changed, pick(record, ...requiredInBody(spec)))
        const body = { ...plain, ...announcedFiles(spec, next) } as never
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
        for (const field of lists) {
          const entries = entriesOf(field)
          uploads.expect(entries.flatMap((entry) => (isToBring(entry) && entry.file ? [entry.file] : [])))
          const { left, order } = await uploadFiles(entries, brought.current, (file, caption) =>
            afterwards(uploads.send({ record: name, id, field }, file, caption)),
          )
          if (order !== null) {
            const asked = {
              ...(record && pick(record, ...requiredInBody(spec))),
              ...pick(said, ...requiredInBody(spec)),
            }
            await afterwards(save(change, { record: name, id, body: { ...asked, [field]: order } as never }))
          }
          isWhole &&= left === 0
        }
        onSaved?.()
        // each file shows why it was refused, and can be sent again
        return isWhole
      }}
      saved={t(`${plural}:saved`)}
      onClose={onClose}
      unsaved={unsaved}
      {...(tabs.length > 0 && { width: isWide ? WIDE_WIDTH : 640 })}
    >
      <UploadsOfForm.Provider value={{ states: uploads.states, stop: uploads.stop, again }}>
        <DialogTabs
          {...{ fields, tabs, item }}
          of={plural}
          id={record?.id ?? null}
          onActive={setActive}
          onUnsaved={setUnsaved}
        />
      </UploadsOfForm.Provider>
    </FormDialog>
  )
}

/** Makes or changes a record by the fields of its declaration. */
export const RecordDialog = (props: Props) => (useRecordTexts(props.name) ? <Dialog {...props} /> : null)
