import TranslationOutlined from '@ant-design/icons/es/icons/TranslationOutlined'
import Dropdown from 'antd/es/dropdown/index.js'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/icon-button.js'
import { chooseLanguage, currentLanguage, LANGUAGES } from '../i18n/i18n.js'

/** Each language under its own name. */
const NAMES = { pt: 'Português', en: 'English', es: 'Español' } as const

export const LanguageMenu = () => {
  const { t } = useTranslation()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [currentLanguage()],
        items: LANGUAGES.map((language) => ({
          key: language,
          label: <span lang={language}>{NAMES[language]}</span>,
        })),
        onClick: ({ key }) => void chooseLanguage(key as keyof typeof NAMES),
      }}
    >
      <IconButton label={t('common:bar.language')} aria-haspopup="menu">
        <TranslationOutlined />
      </IconButton>
    </Dropdown>
  )
}
