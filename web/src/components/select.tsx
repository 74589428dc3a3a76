import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import AntdSelect, { type SelectProps } from 'antd/es/select/index.js'
import { useTranslation } from '../i18n/use-translation.js'

export type { SelectProps }

/** A choice. Ant Design names the button that clears it in English in every language. */
export const Select = <V,>({ allowClear = false, ...props }: SelectProps<V>) => {
  const { t } = useTranslation()
  return (
    <AntdSelect<V>
      {...props}
      allowClear={allowClear && { clearIcon: <CloseCircleFilled />, label: t('common:clearChoice') }}
    />
  )
}
