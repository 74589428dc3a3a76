import { RECORDS } from '@guiche/contracts/records/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { type Attempt, attemptAfter, failedAttempt } from '../../components/form/attempt.js'
import { fieldOf } from '../../components/form/field-of.js'
import { FileField } from '../../components/form/file-field.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { SentText } from '../../components/variables/sent-text.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { rulesOf } from '../../records/fields.js'
import {
  type AnyRecord,
  useBringFileMutation,
  useChangeRecordMutation,
  useCreateRecordMutation,
  useTakeFileAwayMutation,
} from '../../records/record-api.js'
import { type NamedRecord, RefSelect } from '../../records/ref-select.js'
import styles from './options.module.css'
import type { Draft } from './tree.js'

interface Values {
  readonly title: string
  readonly message: string
  /** the name of the stored file, a chosen file, or null */
  readonly file: string | File | null
  readonly fileList: NamedRecord | null
}
interface Props {
  readonly queueId: number
  /** values at the opening of the form */
  readonly initial: Draft
  readonly onDraft: (draft: Draft) => void
  /** with the id of the saved option, or null */
  readonly onClose: (id: number | null) => void
}

const RECORD = 'queueOption'
const { fields } = RECORDS[RECORD]
const nameOf = (file: Values['file']): string | null => (file instanceof File ? file.name : file)

/** An option in edit mode: reports its values while typing, and has a save button of its own. */
export const OptionForm = ({ queueId, initial, onDraft, onClose }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [form] = Form.useForm<Values>()
  const { save, hasLeft } = useSaved()
  /** lasts until its file is uploaded, too */
  const [saving, setSaving] = useState(false)
  const [create] = useCreateRecordMutation()
  const [change] = useChangeRecordMutation()
  const [bring] = useBringFileMutation()
  const [takeAway] = useTakeFileAwayMutation()
  const attempt = useRef<Attempt | null>(null)
  /** an option that was created, although its file was refused: the next save changes it */
  const made = useRef<number | null>(initial.id)
  const [failure, setFailure] = useState<string | null>(null)

  const saveAll = async (
    { title, message, file, fileList }: Values,
    idempotencyKey: string,
  ): Promise<number> => {
    const said = { title, message, fileListId: fileList?.id ?? null }
    const about = { queueId, parentId: initial.parentId ?? -1 }
    const saved =
      made.current === null
        ? await save(create, { record: RECORD, body: { ...said, ...about } as never, idempotencyKey })
        : await save(change, { record: RECORD, id: made.current, body: { ...said, queueId } as never })
    const { id } = saved as AnyRecord
    made.current = id
    const call = { record: RECORD, id, field: 'media' } as const
    if (file instanceof File) await bring({ ...call, file }).unwrap()
    else if (file === null && initial.fileName !== null) await takeAway(call).unwrap()
    return id
  }
  const submit = async (values: Values): Promise<void> => {
    if (saving) return
    setFailure(null)
    setSaving(true)
    const now = attemptAfter(attempt.current, `${values.title}\n${values.message}\n${values.fileList?.id}`)
    attempt.current = now
    try {
      const id = await saveAll(values, now.idempotencyKey)
      dispatch(toastShown({ tone: 'good', text: t('queue-options:saved') }))
      onClose(id)
    } catch (error) {
      attempt.current = failedAttempt(now, error as ApiError)
      const [name] = fieldOf(error as ApiError) ?? []
      const text = errorText(error as ApiError)
      if (name === 'title' || name === 'message') form.setFields([{ name, errors: [text] }])
      else if (hasLeft()) dispatch(toastShown({ tone: 'failed', text }))
      else setFailure(text)
    } finally {
      setSaving(false)
    }
  }
  return (
    // the dialog around it is a form, and forms cannot be nested: buttons and the Enter key submit this form
    <Form<Values>
      form={form}
      component={false}
      layout="vertical"
      requiredMark={false}
      disabled={saving}
      initialValues={{
        title: initial.title,
        message: initial.message,
        file: initial.fileName,
        fileList: initial.fileList,
      }}
      onFinish={(values) => void submit(values)}
      onValuesChange={(_changed, { title, message, file, fileList }) =>
        onDraft({ ...initial, title, message, fileName: nameOf(file), fileList: fileList ?? null })
      }
    >
      <div className={styles.form}>
        <Form.Item
          name="title"
          label={t('queue-options:field.title')}
          extra={t('queue-options:help.title')}
          rules={rulesOf(t, fields.title)}
        >
          <Input
            autoFocus
            autoComplete="off"
            maxLength={fields.title.max}
            onPressEnter={(event) => {
              event.preventDefault()
              form.submit()
            }}
          />
        </Form.Item>
        <Form.Item
          name="message"
          label={t('queue-options:field.message')}
          extra={t('queue-options:help.message')}
        >
          <SentText autoSize={{ minRows: 2, maxRows: 8 }} maxLength={fields.message.max} />
        </Form.Item>
        <Form.Item name="file" label={t('queue-options:field.media')}>
          <FileField />
        </Form.Item>
        <Form.Item
          name="fileList"
          label={t('queue-options:field.fileListId')}
          extra={t('queue-options:help.fileListId')}
        >
          <RefSelect to={fields.fileListId.to} allowClear />
        </Form.Item>
        {failure !== null && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="primary" loading={saving} onClick={form.submit}>
            {t('queue-options:save')}
          </Button>
          <Button onClick={() => onClose(null)}>{t('queue-options:cancel')}</Button>
        </div>
      </div>
    </Form>
  )
}
