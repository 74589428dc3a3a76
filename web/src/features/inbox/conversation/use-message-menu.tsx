import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { withoutSignature } from '@guiche/contracts/message/signature.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { MenuProps } from 'antd'
import { useCopy } from '../../../components/use-copy.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { ForwardIcon, ReplyIcon } from '../message/icons.js'
import type { MessageAction } from '../model/message-actions.js'
import type { BubbleActions } from './bubble-actions.js'

/** The menu entries of a message's offered actions. */
export const useMessageMenu = (
  message: MessageRecord,
  actions: BubbleActions,
  offered: readonly MessageAction[],
): MenuProps => {
  const { t } = useTranslation()
  const copy = useCopy()
  const items = [
    {
      key: 'reply',
      icon: <ReplyIcon />,
      label: t('inbox:message.reply'),
      onClick: () => actions.reply(message),
    },
    {
      key: 'forward',
      icon: <ForwardIcon />,
      label: t('inbox:message.forward'),
      onClick: () => actions.forward(message),
    },
    {
      key: 'copy',
      icon: <CopyOutlined />,
      label: t('inbox:message.copy'),
      onClick: () =>
        void copy(withoutSignature(message.body), {
          copied: t('inbox:message.copied'),
          notCopied: t('inbox:message.notCopied'),
        }),
    },
    {
      key: 'edit',
      icon: <EditOutlined />,
      label: t('inbox:message.edit'),
      onClick: () => actions.edit(message),
    },
    {
      key: 'remove',
      icon: <DeleteOutlined />,
      danger: true,
      label: t('inbox:message.delete'),
      onClick: () => actions.remove(message),
    },
  ] satisfies (NonNullable<MenuProps['items']>[number] & { readonly key: MessageAction })[]
  return { items: items.filter(({ key }) => offered.includes(key)) }
}
