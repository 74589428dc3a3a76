import TranslationOutlined from '@ant-design/icons/es/icons/TranslationOutlined'
import Dropdown from 'antd/es/dropdown/index.js'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/icon-button.js'
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../i18n/i18n.js'
import { useChooseLanguage } from '../i18n/use-language.js'

export const LanguageMenu = () => {
  const { t } = useTranslation()
  const choose = useChooseLanguage()
  return (
    <Dropdown
      trigger={['click']}
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
      <IconButton label={t('common:bar.language')} aria-haspopup="menu">
        <TranslationOutlined />
      </IconButton>
    </Dropdown>
  )
}
