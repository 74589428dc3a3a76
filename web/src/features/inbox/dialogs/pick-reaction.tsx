import Modal from 'antd/es/modal/index.js'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Waiting } from '../conversation/waiting.js'

const AllEmojis = lazy(() => import('../composer/all-emojis.js'))

interface Props {
  readonly onPick: (emoji: string) => void
  readonly onClose: () => void
}

/** Every emoji, for a reaction beyond the first six. */
export const PickReaction = ({ onPick, onClose }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal open title={t('inbox:message.moreEmojis')} footer={null} width={370} onCancel={onClose}>
      <Suspense fallback={<Waiting />}>
        <AllEmojis onPick={onPick} />
      </Suspense>
    </Modal>
  )
}
