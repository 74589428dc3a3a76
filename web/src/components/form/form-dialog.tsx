import type { FormInstance } from 'antd'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Modal from 'antd/es/modal/index.js'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, errorText } from '../../api/errors.js'
import styles from './form-dialog.module.css'

interface Props<V extends object> {
  readonly title: string
  readonly initial: Partial<V>
  /** rejects with an ApiError, which is then told beside the buttons; the dialog stays as it is */
  readonly onSave: (values: V) => Promise<unknown>
  readonly onClose: () => void
  readonly onValues?: (values: Partial<V>) => void
  readonly form?: FormInstance<V>
  readonly width?: number
  readonly saveLabel?: string
  readonly children: ReactNode
}

/** A dialog around one form: nothing can be pressed twice, and a failure loses nothing of what was typed. */
export const FormDialog = <V extends object>(props: Props<V>) => {
  const { t } = useTranslation()
  const id = useId()
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const body = useRef<HTMLDivElement>(null)

  const save = async (values: V): Promise<void> => {
    setSaving(true)
    setFailure(null)
    try {
      await props.onSave(values)
      props.onClose()
    } catch (error) {
      setFailure(error as ApiError)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      title={props.title}
      width={props.width ?? 520}
      onCancel={saving ? undefined : props.onClose}
      mask={{ closable: false }}
      destroyOnHidden
      afterOpenChange={(open) => {
        if (open) body.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
      }}
      footer={[
        <Button key="cancel" disabled={saving} onClick={props.onClose}>
          {t('common:cancel')}
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={id} loading={saving} disabled={saving}>
          {props.saveLabel ?? t('common:save')}
        </Button>,
      ]}
    >
      <div ref={body}>
        <Form<V>
          id={id}
          layout="vertical"
          requiredMark={false}
          disabled={saving}
          scrollToFirstError
          initialValues={props.initial}
          onFinish={(values) => void save(values)}
          onValuesChange={(_changed, all) => props.onValues?.(all)}
          {...(props.form === undefined ? {} : { form: props.form })}
        >
          {props.children}
        </Form>
        <p role="alert" className={failure === null ? undefined : styles.failure}>
          {failure !== null && errorText(failure)}
        </p>
      </div>
    </Modal>
  )
}
