import SmileOutlined from '@ant-design/icons/es/icons/SmileOutlined'
import { useTranslation } from '../../../i18n/use-translation.js'
import { Emojis } from '../emoji/emojis.js'
import { IconPopover } from './icon-popover.js'

/** Opens the whole list of emoji. */
export const EmojiButton = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t } = useTranslation()
  return (
    <IconPopover icon={<SmileOutlined />} label={t('inbox:composer.emoji')} placement="topLeft">
      {() => <Emojis onPick={onPick} />}
    </IconPopover>
  )
}
