import EmojiPicker, { EmojiStyle, Theme } from 'emoji-picker-react'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../app/hooks.js'

/** Every emoji, as the system draws them: nothing is fetched. */
const AllEmojis = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t } = useTranslation()
  const scheme = useAppSelector(({ preferences }) => preferences.scheme)
  return (
    <EmojiPicker
      emojiStyle={EmojiStyle.NATIVE}
      theme={scheme === 'dark' ? Theme.DARK : Theme.LIGHT}
      searchPlaceholder={t('inbox:composer.searchEmoji')}
      previewConfig={{ showPreview: false }}
      skinTonesDisabled={false}
      width={320}
      height={380}
      onEmojiClick={({ emoji }) => onPick(emoji)}
    />
  )
}

// React.lazy takes a default export
export default AllEmojis
