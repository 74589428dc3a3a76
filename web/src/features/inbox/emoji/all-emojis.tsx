import type { Language } from '@guiche/contracts/languages.js'
import EmojiPicker, { Categories, type EmojiData, EmojiStyle, Theme } from 'emoji-picker-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { useAppSelector } from '../../../base/hooks.js'
import { useOneTabStop } from '../../../base/use-one-tab-stop.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { recentEmojis, rememberEmoji } from './recent.js'

/** The picker with the app's colours, without its own frame. */
const PICKER_STYLE = {
  '--epr-bg-color': 'transparent',
  '--epr-picker-border-color': 'transparent',
  '--epr-category-label-bg-color': 'var(--g-raised)',
  '--epr-text-color': 'var(--g-text-muted)',
  '--epr-category-label-text-color': 'var(--g-text-muted)',
  '--epr-highlight-color': 'var(--g-brand-ink)',
  '--epr-hover-bg-color': 'var(--g-brand-soft)',
  '--epr-focus-bg-color': 'var(--g-brand-soft)',
  '--epr-search-border-color': 'var(--g-edge)',
  '--epr-search-border-color-active': 'var(--g-brand)',
  '--epr-search-input-bg-color': 'var(--g-surface)',
  '--epr-search-input-bg-color-active': 'var(--g-surface)',
  '--epr-search-input-text-color': 'var(--g-text)',
  '--epr-search-input-placeholder-color': 'var(--g-text-faint)',
} as CSSProperties

/** Names of all emoji, for search and screen readers. */
const NAMES: Record<Language, () => Promise<{ default: EmojiData }>> = {
  pt: () => import('emoji-picker-react/data/emojis-pt'),
  en: () => import('emoji-picker-react/data/emojis-en'),
  es: () => import('emoji-picker-react/data/emojis-es'),
}

/** All emoji, drawn by the system's font: nothing is loaded. */
const AllEmojis = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t, i18n } = useTranslation()
  // as at the opening: a row added after a click would move the list under the pointer
  const [recent] = useState(recentEmojis)
  const scheme = useAppSelector(({ preferences }) => preferences.scheme)
  const categories = [
    { category: Categories.SUGGESTED, name: t('inbox:emoji.suggested') },
    { category: Categories.SMILEYS_PEOPLE, name: t('inbox:emoji.people') },
    { category: Categories.ANIMALS_NATURE, name: t('inbox:emoji.nature') },
    { category: Categories.FOOD_DRINK, name: t('inbox:emoji.food') },
    { category: Categories.TRAVEL_PLACES, name: t('inbox:emoji.travel') },
    { category: Categories.ACTIVITIES, name: t('inbox:emoji.activities') },
    { category: Categories.OBJECTS, name: t('inbox:emoji.objects') },
    { category: Categories.SYMBOLS, name: t('inbox:emoji.symbols') },
    { category: Categories.FLAGS, name: t('inbox:emoji.flags') },
  ]
  const labels = useMemo(
    () => ({
      searchPlaceholder: t('inbox:composer.searchEmoji'),
      searchLabel: t('inbox:composer.searchEmoji'),
      searchClear: t('common:list.clear'),
      searchResultsNone: t('inbox:emoji.none'),
      searchResultsOne: t('inbox:emoji.one'),
      searchResultsMany: t('inbox:emoji.many'),
      categoryNavigation: t('inbox:emoji.categories'),
      loading: t('common:loading'),
      loadingError: t('common:list.failed'),
      retryLoading: t('common:retry'),
      skinToneNeutral: t('inbox:emoji.tone.neutral'),
      skinToneLight: t('inbox:emoji.tone.light'),
      skinToneMediumLight: t('inbox:emoji.tone.mediumLight'),
      skinToneMedium: t('inbox:emoji.tone.medium'),
      skinToneMediumDark: t('inbox:emoji.tone.mediumDark'),
      skinToneDark: t('inbox:emoji.tone.dark'),
    }),
    [t],
  )
  return (
    <div ref={useOneTabStop('[data-epr-part="list"] [data-epr-part="emoji"]')}>
      <EmojiPicker
        style={PICKER_STYLE}
        emojiStyle={EmojiStyle.NATIVE}
        theme={scheme === 'dark' ? Theme.DARK : Theme.LIGHT}
        categories={categories}
        emojiData={NAMES[i18n.language as Language]}
        labels={labels}
        previewConfig={{ showPreview: false }}
        skinTonesDisabled={false}
        width={320}
        height={380}
        suggestedEmojis={recent}
        onEmojiClick={({ emoji, unified }) => {
          rememberEmoji(unified)
          onPick(emoji)
        }}
      />
    </div>
  )
}

// React.lazy needs a default export
export default AllEmojis
