import Modal from 'antd/es/modal/index.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { Emojis } from '../emoji/emojis.js'

interface Props {
  readonly onPick: (emoji: string) => void
  readonly onClose: () => void
}

/** All emoji, for a reaction other than the first six. */
export const PickReaction = ({ onPick, onClose }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal open title={t('inbox:message.moreEmojis')} footer={null} width={370} onCancel={onClose}>
      <Emojis onPick={onPick} />
    </Modal>
  )
}
