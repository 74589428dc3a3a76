import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useEffect } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useAppDispatch } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { rulesOf } from '../../records/fields.js'
import styles from '../notes/notes.module.css'
import { useNote } from './composer/use-note.js'

const FIELD = RECORDS.note.fields.note

/** The field for a note about a ticket's contact, beside its conversation. */
export const NewNote = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [form] = Form.useForm<{ note: string }>()
  const { text, setText, isUnknown, saving, ...written } = useNote(ticket, false)
  // the composer's note field may change the text, too
  useEffect(() => form.setFieldValue('note', text), [form, text])
  const add = async (): Promise<void> => {
    if (isUnknown || saving) return
    try {
      await written.add()
      dispatch(toastShown({ tone: 'good', text: t('notes:saved') }))
    } catch (failure) {
      form.setFields([{ name: 'note', errors: [errorText(failure as ApiError)] }])
    }
  }
  return (
    <Form
      form={form}
      initialValues={{ note: text }}
      onValuesChange={({ note = '' }) => setText(note)}
      onFinish={() => void add()}
      className={styles.form ?? ''}
    >
      <Form.Item name="note" rules={rulesOf(t, FIELD)} validateTrigger="onSubmit">
        <Input.TextArea
          aria-label={t('notes:placeholder')}
          placeholder={t('notes:placeholder')}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={FIELD.max}
          // a disabled field would lose the focus
          readOnly={saving}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
          }}
        />
      </Form.Item>
      <Button htmlType="submit" loading={saving}>
        {t('notes:add')}
      </Button>
    </Form>
  )
}
