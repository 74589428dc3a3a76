import Modal from 'antd/es/modal/index.js'
import Switch from 'antd/es/switch/index.js'
import { useAppDispatch, useAppSelector } from '../base/hooks.js'
import { useTranslation } from '../i18n/use-translation.js'
import { singleKeysChosen } from '../theme/preferences.js'
import styles from './commands.module.css'
import { Keys } from './keys.js'
import { COMMAND_GROUPS } from './registry.js'
import { useAllCommands } from './use-commands.js'

/** The keyboard shortcuts of this page. */
export const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const singleKeys = useAppSelector((state) => state.preferences.singleKeys)
  const all = useAllCommands()
  const groups = COMMAND_GROUPS.flatMap((group) => {
    const commands = all.filter((command) => command.group === group && command.keys !== undefined)
    return commands.length === 0 ? [] : [{ group, commands }]
  })
  return (
    <Modal open footer={null} onCancel={onClose} title={t('common:shortcuts.title')} width={760}>
      {groups.map(({ group, commands }) => (
        <section key={group}>
          <h3 className={styles.heading}>{t(`common:palette.${group}`)}</h3>
          <dl className={styles.shortcuts}>
            {commands.map(({ id, label, keys = '' }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
      <label className={styles.switch}>
        <Switch checked={singleKeys} onChange={(on) => dispatch(singleKeysChosen(on))} />
        {t('common:shortcuts.single')}
      </label>
    </Modal>
  )
}
