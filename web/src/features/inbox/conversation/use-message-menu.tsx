import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EnterOutlined from '@ant-design/icons/es/icons/EnterOutlined'
import ForwardOutlined from '@ant-design/icons/es/icons/ForwardOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { MenuProps } from 'antd'
import { useTranslation } from '../../../i18n/use-translation.js'
import { withoutSignature } from '../model/signature.js'
import type { BubbleActions } from './bubble.js'

/** What can be done with a message: only own ones are edited and deleted, every one answered and reacted to. */
export const useMessageMenu = (message: MessageRecord, actions: BubbleActions | null): MenuProps => {
  const { t } = useTranslation()
  if (actions === null) return { items: [] }
  const own = message.fromMe && message.error === null
  return {
    items: [
      {
        key: 'reply',
        icon: <EnterOutlined />,
        label: t('inbox:message.reply'),
        onClick: () => actions.reply(message),
      },
      {
        key: 'forward',
        icon: <ForwardOutlined />,
        label: t('inbox:message.forward'),
        onClick: () => actions.forward(message),
      },
      ...(message.body === ''
        ? []
        : [
            {
              key: 'copy',
              icon: <CopyOutlined />,
              label: t('inbox:message.copy'),
              onClick: () => void navigator.clipboard?.writeText(withoutSignature(message.body)),
            },
          ]),
      ...(own && message.body !== '' && message.mediaType === 'conversation'
        ? [
            {
              key: 'edit',
              icon: <EditOutlined />,
              label: t('inbox:message.edit'),
              onClick: () => actions.edit(message),
            },
          ]
        : []),
      ...(own
        ? [
            {
              key: 'delete',
              icon: <DeleteOutlined />,
              danger: true,
              label: t('inbox:message.delete'),
              onClick: () => actions.remove(message),
            },
          ]
        : []),
    ],
  }
}
