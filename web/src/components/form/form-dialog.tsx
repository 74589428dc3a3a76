import type { FormInstance } from 'antd'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Modal from 'antd/es/modal/index.js'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { type SaveCall, useSaved } from '../../api/use-saved.js'
import { useHasSeat } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useDiscard } from '../confirm/confirm.js'
import { FocusFirst } from '../focus-first.js'
import { toastShown } from '../toasts/toasts.js'
import { type Attempt, attemptAfter, cameBefore, failedAttempt } from './attempt.js'
import { changedIn } from './changes.js'
import { fieldOf } from './field-of.js'
import styles from './form-dialog.module.css'
import { Refused } from './refused.js'

/** Tools of `onSave`. */
export interface SaveTools {
  readonly save: SaveCall
  /**
   * for a creation: equal for all attempts with the same values, and after an attempt that may have been
   * received
   */
  readonly idempotencyKey: string
  /**
   * Names of values changed in this attempt, or in an earlier attempt that may have been saved. A change
   * sends only these values.
   */
  readonly changed: readonly string[]
  /**
   * a step after the save, such as the upload of a file; a failure of the step says that the record is saved
   */
  readonly afterwards: <T>(step: Promise<T>) => Promise<T>
}
interface Props<V extends object> {
  readonly title: string
  /** values when the dialog opens; later values have no effect */
  readonly initial: Partial<V>
  /**
   * Rejects with an ApiError, shown at its field, else beside the buttons; in a toast if the dialog was
   * closed. Calls of a form are `quiet`. The dialog closes afterwards, unless the promise gives false.
   */
  readonly onSave: (values: V, saving: SaveTools) => Promise<unknown>
  /** texts of fields whose value the server refuses, instead of a general text */
  readonly refusals?: Partial<Record<keyof V, string>>
  /** toast after the save */
  readonly saved?: string
  readonly onClose: () => void
  /** the dialog's opening animation has ended: layers that open in it now stay in place */
  readonly onShown?: () => void
  readonly onValues?: (values: Partial<V>) => void
  /** the dialog has unsaved input outside of the form */
  readonly unsaved?: boolean
  readonly form?: FormInstance<V>
  readonly width?: number
  readonly saveLabel?: string
  /** the save cannot be undone */
  readonly danger?: true
  /** the form is part of the page, not a dialog; closing empties it */
  readonly inPage?: true
  readonly children: ReactNode
}

/**
 * A dialog around one form. Double presses save once, a failure keeps the typed values, and Esc asks before
 * it discards them. An invalid or refused field gets the focus.
 */
export const FormDialog = <V extends object>(props: Props<V>) => {
  const { t } = useTranslation()
  const mayDiscard = useDiscard()
  const id = useId()
  const [own] = Form.useForm<V>()
  const form = props.form ?? own
  const [initial] = useState(props.initial)
  const changed = useRef(new Set<string>())
  const attempt = useRef<Attempt | null>(null)
  const dispatch = useAppDispatch()
  const hasSeat = useHasSeat()
  const { save, late, hasLeft } = useSaved()
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refused, setRefused] = useState<{ readonly field: string } | null>(null)
  // The form is disabled during a save and loses the focus. Afterwards the refused field gets the focus, else
  // the element that had it.
  const focused = useRef<Element | null>(null)
  const focusAgain = useRef(() => {})
  useEffect(() => {
    const now = document.activeElement
    if (!saving && (now === document.body || now === focused.current)) focusAgain.current()
  }, [saving])

  const tell = (error: ApiError, isSaved: boolean): void => {
    const said = (text: string) => (isSaved ? `${text} ${t('common:restSaved')}` : text)
    const told = said(cameBefore(error) ? t('common:earlierCame') : errorText(error))
    if (hasLeft()) return void dispatch(toastShown({ tone: 'failed', text: told }))
    const name = fieldOf(error)
    // only the form's own field can show the error
    if (name === null || !Object.hasOwn(form.getFieldsValue(), String(name[0]))) return setFailure(told)
    const general = props.refusals?.[name[0] as keyof V] ?? t('common:valid.refused')
    const text = error.code === 'ERR_VALIDATION' ? said(general) : told
    form.setFields([{ name: name as never, errors: [text] }])
    setRefused({ field: String(name[0]) })
    focusAgain.current = () => form.focusField(name as never)
  }
  const submit = async (values: V): Promise<void> => {
    const before = document.activeElement as HTMLElement | null
    focused.current = before
    focusAgain.current = () => before?.focus()
    if (props.unsaved && !(await mayDiscard())) return
    setSaving(true)
    setFailure(null)
    const now = attemptAfter(attempt.current, JSON.stringify(values))
    attempt.current = now
    const { idempotencyKey } = now
    for (const name of changedIn(values, initial)) changed.current.add(name)
    let isSaved = false
    const afterwards = <T,>(step: Promise<T>): Promise<T> => {
      isSaved = true
      return step
    }
    try {
      const by = { save, idempotencyKey, changed: [...changed.current], afterwards }
      if ((await props.onSave(values, by)) === false) return
      if (props.saved !== undefined) dispatch(toastShown({ tone: 'good', text: props.saved }))
      props.onClose()
    } catch (error) {
      attempt.current = failedAttempt(now, error as ApiError)
      tell(error as ApiError, isSaved)
    } finally {
      setSaving(false)
    }
  }
  const leave = async (): Promise<void> => {
    if (saving && !late) return
    if (late || !(props.unsaved || form.isFieldsTouched()) || (await mayDiscard())) props.onClose()
  }

  const buttons = [
    <Button
      key="cancel"
      disabled={saving && !late}
      // a dialog's cancel button discards at once; a form in the page asks first, because its cancel button
      // looks like a way back
      onClick={() => (props.inPage ? void leave() : props.onClose())}
    >
      {t(late ? 'common:close' : 'common:cancel')}
    </Button>,
    <Button
      key="save"
      type="primary"
      danger={props.danger === true}
      htmlType="submit"
      form={id}
      loading={saving}
      disabled={saving || !hasSeat}
    >
      {props.saveLabel ?? t('common:save')}
    </Button>,
  ]
  const content = (
    <>
      <Form<V>
        id={id}
        // prefix of the fields' ids: another form of the page may have fields with the same names
        name={id}
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={saving}
        scrollToFirstError={{ focus: true }}
        initialValues={initial}
        onFinish={(values) => void submit(values)}
        onFinishFailed={({ errorFields }) => setRefused({ field: String(errorFields[0]?.name[0]) })}
        onValuesChange={(_changed, all) => props.onValues?.(all)}
      >
        <Refused value={refused}>{props.children}</Refused>
      </Form>
      <p role="alert" className={failure === null ? undefined : styles.failure}>
        {failure}
      </p>
      {!hasSeat && <p role="status">{t('common:readsOnly')}</p>}
      {late && <p role="status">{t('common:saveLate')}</p>}
    </>
  )
  if (props.inPage) {
    return (
      <section aria-label={props.title} className={styles.inPage}>
        {content}
        <div className={styles.buttons}>{buttons}</div>
      </section>
    )
  }
  return (
    <Modal
      open
      title={props.title}
      width={props.width ?? 520}
      onCancel={() => void leave()}
      afterOpenChange={(open) => open && props.onShown?.()}
      mask={{ closable: false }}
      destroyOnHidden
      footer={buttons}
    >
      <FocusFirst>{content}</FocusFirst>
    </Modal>
  )
}
