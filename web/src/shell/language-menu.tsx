import TranslationOutlined from '@ant-design/icons/es/icons/TranslationOutlined'
import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { MenuButton } from '../components/menu-button.js'
import { useChooseLanguage } from '../components/use-language.js'
import { currentLanguage, LANGUAGE_NAMES } from '../i18n/i18n.js'
import { useTranslation } from '../i18n/use-translation.js'

export const LanguageMenu = () => {
  const { t } = useTranslation()
  const choose = useChooseLanguage()
  return (
    <MenuButton
      label={t('common:bar.language')}
      menu={{
        selectable: true,
        selectedKeys: [currentLanguage()],
        items: LANGUAGES.map((language) => ({
          key: language,
          label: <span lang={language}>{LANGUAGE_NAMES[language]}</span>,
        })),
        onClick: ({ key }) => choose(key as Language),
      }}
    >
      <TranslationOutlined />
    </MenuButton>
  )
}
