import { ACCESS } from '@guiche/contracts/access.js'
import type { SettingRecord } from '@guiche/contracts/views/records.js'
import { useMayDo } from '../../base/access.js'
import { Facts } from '../../components/facts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { hasChoices, Setting, valueText } from './setting.js'
import styles from './settings.module.css'
import { SHOWN, type Shown } from './shown-settings.js'

/**
 * The company's settings: admins change them, others see them. `ALL_HAVE_A_PLACE` checks that no setting is
 * missing.
 */
export const Options = ({ settings }: { readonly settings: readonly SettingRecord[] }) => {
  const { t } = useTranslation()
  const mayChange = useMayDo(ACCESS['PUT /settings/:key'])
  const now = (name: Shown): string => settings.find(({ key }) => key === name)?.value ?? ''
  const inWords = (name: Shown): string =>
    hasChoices(name) ? valueText(t, now(name)) : t(now(name) === 'enabled' ? 'audit:yes' : 'audit:no')
  return mayChange ? (
    <ul className={styles.settings}>
      {SHOWN.map((name) => (
        <Setting key={name} name={name} value={now(name)} />
      ))}
    </ul>
  ) : (
    <Facts of={SHOWN.map((name) => [t(`audit:field.setting.${name}`), inWords(name)])} />
  )
}
