import Input from 'antd/es/input/index.js'
import Modal from 'antd/es/modal/index.js'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'

/** A question that is answered with yes or no. */
export interface Question {
  readonly title: string
  readonly text: string
  /** label of the confirming button */
  readonly confirm: string
  /** label of the button that cancels; 'Cancel' unless given */
  readonly cancel?: string
  /** the action deletes something */
  readonly danger?: boolean
  /** text that must be typed first: the name of a thing that is deleted permanently */
  readonly typed?: string
}

const foldText = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

export const ConfirmDialog = (props: Question & { answer: (yes: boolean) => void }) => {
  const { t } = useTranslation()
  const field = useId()
  const [text, setText] = useState('')
  const { typed } = props
  const isReady = typed === undefined || foldText(text) === foldText(typed)
  const goOn = () => isReady && props.answer(true)
  return (
    <Modal
      open
      title={props.title}
      okText={props.confirm}
      cancelText={props.cancel ?? t('common:cancel')}
      okButtonProps={{ danger: props.danger ?? false, disabled: !isReady }}
      onOk={goOn}
      onCancel={() => props.answer(false)}
      width={440}
    >
      <p>{props.text}</p>
      {typed !== undefined && (
        <>
          <label htmlFor={field} style={{ display: 'block', margin: '16px 0 6px', fontWeight: 600 }}>
            {t('common:delete.typed', { name: typed })}
          </label>
          <Input
            id={field}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onPressEnter={goOn}
          />
        </>
      )}
    </Modal>
  )
}
