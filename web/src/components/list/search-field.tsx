import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import Input from 'antd/es/input/index.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { ClearSearch } from './clear-search.js'

/** The search field above a list; the search begins at three characters (use-search.ts). */
export const SearchField = (props: { label: string; value: string; onChange: (text: string) => void }) => {
  const { t } = useTranslation()
  return (
    <Input
      type="search"
      allowClear={{ clearIcon: <ClearSearch /> }}
      prefix={<SearchOutlined />}
      placeholder={props.label}
      aria-label={props.label}
      title={t('common:list.searchHint')}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      style={{ width: `max(260px, ${props.label.length + 3}ch)`, maxWidth: '100%' }}
    />
  )
}
