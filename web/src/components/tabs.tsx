import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import type { TabsProps } from 'antd'
import AntTabs from 'antd/es/tabs/index.js'
import { useTranslation } from '../i18n/use-translation.js'
import { MenuButton } from './menu-button.js'
import styles from './tabs.module.css'

interface Props {
  /** the key of the tab in front */
  readonly active: string
  readonly onActive: (key: string) => void
  readonly items: NonNullable<TabsProps['items']>
  /** the content is elsewhere, so the tabs have no panels */
  readonly bare?: true
}

/**
 * Tabs of a page or dialog. If they do not fit, a button beside them opens a menu of all tabs. antd's own
 * button has no accessible name, and is inside the tab list.
 */
export const Tabs = ({ active, onActive, items, bare }: Props) => {
  const { t } = useTranslation()
  const menu = {
    items: items.map(({ key, label }) => ({ key, label })),
    selectable: true,
    selectedKeys: [active],
    onClick: ({ key }: { key: string }) => onActive(key),
  }
  return (
    <AntTabs
      activeKey={active}
      onChange={onActive}
      items={items}
      {...(bare && { styles: { body: { display: 'none' } } })}
      renderTabBar={(props, Bar) => (
        <div className={styles.bar}>
          {/* `mobile`: makes antd omit its own button */}
          <Bar {...props} mobile />
          <span className={styles.all}>
            <MenuButton label={t('common:allTabs')} menu={menu} placement="bottomRight">
              <MoreOutlined />
            </MenuButton>
          </span>
        </div>
      )}
    />
  )
}
