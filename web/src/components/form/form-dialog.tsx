import type { FormInstance } from 'antd'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Modal from 'antd/es/modal/index.js'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, errorText } from '../../api/errors.js'
import { useConfirm } from '../confirm/confirm.js'
import { FocusFirst } from '../focus-first.js'
import { fieldOf } from './field-of.js'
import styles from './form-dialog.module.css'

interface Props<V extends object> {
  readonly title: string
  readonly initial: Partial<V>
  /**
   * rejects with an ApiError, which is then told at its field, else beside the buttons; calls of a form are `quiet`.
   * The dialog closes afterwards, unless this gives false.
   */
  readonly onSave: (values: V) => Promise<unknown>
  readonly onClose: () => void
  readonly onValues?: (values: Partial<V>) => void
  readonly form?: FormInstance<V>
  readonly width?: number
  readonly saveLabel?: string
  readonly children: ReactNode
}

/**
 * A dialog around one form: nothing can be pressed twice, a failure loses nothing of what was typed, and neither does
 * Esc without a question.
 */
export const FormDialog = <V extends object>(props: Props<V>) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const id = useId()
  const [own] = Form.useForm<V>()
  const form = props.form ?? own
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)

  const tell = (error: ApiError): void => {
    const name = fieldOf(error)
    // only a field that this form has can show it
    if (name === null || !Object.hasOwn(form.getFieldsValue(), String(name[0]))) return setFailure(error)
    const text = error.code === 'ERR_VALIDATION' ? t('common:valid.refused') : errorText(error)
    form.setFields([{ name: name as never, errors: [text] }])
  }
  const save = async (values: V): Promise<void> => {
    setSaving(true)
    setFailure(null)
    try {
      if ((await props.onSave(values)) !== false) props.onClose()
    } catch (error) {
      tell(error as ApiError)
    } finally {
      setSaving(false)
    }
  }
  const leave = async (): Promise<void> => {
    const question = {
      title: t('common:discard.title'),
      text: t('common:discard.text'),
      confirm: t('common:discard.confirm'),
      cancel: t('common:discard.cancel'),
      danger: true,
    }
    if (saving) return
    if (!form.isFieldsTouched() || (await confirm(question))) props.onClose()
  }

  return (
    <Modal
      open
      title={props.title}
      width={props.width ?? 520}
      onCancel={() => void leave()}
      mask={{ closable: false }}
      destroyOnHidden
      footer={[
        <Button key="cancel" disabled={saving} onClick={props.onClose}>
          {t('common:cancel')}
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={id} loading={saving} disabled={saving}>
          {props.saveLabel ?? t('common:save')}
        </Button>,
      ]}
    >
      <FocusFirst>
        <Form<V>
          id={id}
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={saving}
          scrollToFirstError
          initialValues={props.initial}
          onFinish={(values) => void save(values)}
          onValuesChange={(_changed, all) => props.onValues?.(all)}
        >
          {props.children}
        </Form>
        <p role="alert" className={failure === null ? undefined : styles.failure}>
          {failure !== null && errorText(failure)}
        </p>
      </FocusFirst>
    </Modal>
  )
}
