import Modal from 'antd/es/modal/index.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { Question } from './confirm.js'

export const ConfirmDialog = (props: Question & { answer: (yes: boolean) => void }) => {
  const { t } = useTranslation()
  return (
    <Modal
      open
      title={props.title}
      okText={props.confirm}
      cancelText={props.cancel ?? t('common:cancel')}
      okButtonProps={{ danger: props.danger ?? false }}
      onOk={() => props.answer(true)}
      onCancel={() => props.answer(false)}
      width={440}
    >
      <p>{props.text}</p>
    </Modal>
  )
}
