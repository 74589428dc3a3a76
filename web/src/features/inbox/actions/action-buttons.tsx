import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import type { MenuProps } from 'antd'
import Button from 'antd/es/button/index.js'
import { useAppSelector } from '../../../base/hooks.js'
import { nameOfKeys } from '../../../commands/keys.js'
import { MenuButton } from '../../../components/menu-button.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { CHOICE_LOOKS } from '../choice-looks.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './offered.module.css'
import type { TicketAction } from './ticket-actions.js'
import type { OfferedAction } from './use-ticket-commands.js'

interface Props {
  readonly action: OfferedAction
  readonly busy: TicketActions['busy']
}

/** The keys of an action for display; null if single keys are switched off. */
const useShownKeys = (): ((action: Pick<TicketAction, 'keys'>) => string | null) => {
  const singleKeys = useAppSelector(({ preferences }) => preferences.singleKeys)
  return ({ keys }) => (singleKeys ? nameOfKeys(keys) : null)
}
/** The hint of an action's button: its name, and its keys. */
export const useActionHint = (): ((action: Pick<TicketAction, 'keys' | 'label'>) => string) => {
  const keysOf = useShownKeys()
  return (action) => [action.label, keysOf(action)].filter(Boolean).join(' · ')
}

/** An action's button in the header; not shown if the action does not apply. */
export const ActionButton = ({ action, busy }: Props) => {
  const hintOf = useActionHint()
  const { button, short, icon, onButton, run } = action
  if (button === undefined || !onButton) return null
  return (
    <Button
      type={button.primary === true ? 'primary' : 'default'}
      className={(button.narrow === undefined ? undefined : styles[button.narrow]) ?? ''}
      icon={icon}
      loading={button.busy !== undefined && busy[button.busy]}
      aria-label={short}
      data-hint={hintOf(action)}
      onClick={run}
    >
      {short}
    </Button>
  )
}

type Entry = NonNullable<MenuProps['items']>[number]

/** The menu of further actions; values of a choice are grouped under its name. */
export const ActionMenu = ({ offered }: { readonly offered: readonly OfferedAction[] }) => {
  const { t } = useTranslation()
  const keysOf = useShownKeys()
  const entry = (action: OfferedAction): Entry => {
    const { id, icon, danger = false, of, label, short, applies, run } = action
    const keys = keysOf(action)
    return {
      key: id,
      danger,
      ...(of === undefined ? { icon, label } : { label: short, disabled: !applies }),
      // without aria-hidden, screen readers would read the keys as part of the entry's name
      ...(keys !== null && {
        extra: (
          <kbd aria-hidden className={styles.keys}>
            {keys}
          </kbd>
        ),
      }),
      onClick: run,
    }
  }
  const items = offered.flatMap((action, at): readonly Entry[] => {
    const { menu, of, applies } = action
    if (!menu) return []
    if (of === undefined) return applies ? [entry(action)] : []
    const values = offered.filter((other) => other.of === of)
    // hides a choice without any possible value
    if (offered[at - 1]?.of === of || !values.some((value) => value.applies)) return []
    return [
      { key: of, icon: CHOICE_LOOKS[of].icon, label: t(`inbox:field.${of}`), children: values.map(entry) },
    ]
  })
  return (
    <MenuButton label={t('inbox:header.menu')} menu={{ items }} placement="bottomRight">
      <MoreOutlined />
    </MenuButton>
  )
}
