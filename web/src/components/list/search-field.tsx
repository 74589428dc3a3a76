import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import Input from 'antd/es/input/index.js'
import { useTranslation } from 'react-i18next'

/** The field above a list; searching begins with three characters (use-search.ts). */
export const SearchField = (props: { label: string; value: string; onChange: (text: string) => void }) => {
  const { t } = useTranslation()
  return (
    <Input
      type="search"
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder={props.label}
      aria-label={props.label}
      title={t('common:list.searchHint')}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      style={{ width: 260, maxWidth: '100%' }}
    />
  )
}
