import { Suspense, useMemo } from 'react'
import { useAppDispatch, useAppSelector, useGoTo } from '../base/hooks.js'
import { lazyPage } from '../base/lazy-page.js'
import type { Command } from '../commands/registry.js'
import { useCommands } from '../commands/use-commands.js'
import { newestOffer } from '../components/toasts/offers.js'
import { useLeave } from '../features/inbox/use-leave.js'
import { useTranslation } from '../i18n/use-translation.js'
import { themeChosen } from '../theme/preferences.js'
import type { ShellCommand } from './shell-icon.js'
import { usePages } from './use-pages.js'

/** Icons of these commands. Only the palette shows the icons, so they are loaded with the palette. */
const ShellIcon = lazyPage(() => import('./shell-icon.js').then((m) => m.ShellIcon))

/** A command whose icon is known by its id. */
const withIcon = (command: Omit<Command, 'icon'> & { readonly id: ShellCommand }): Command => ({
  ...command,
  icon: (
    <Suspense>
      <ShellIcon of={command.id} />
    </Suspense>
  ),
})

export type ShellDialog = 'palette' | 'shortcuts' | 'profile'

/** Commands of every page: go to a page, show the keys, change the scheme, sign out. */
export const useShellCommands = (open: (dialog: ShellDialog) => void): void => {
  const { t } = useTranslation()
  const offered = usePages()
  const goTo = useGoTo()
  const dispatch = useAppDispatch()
  const leave = useLeave()
  const scheme = useAppSelector((state) => state.preferences.scheme)

  const list = useMemo((): readonly Command[] => {
    const group = 'general'
    const pages = offered.map(
      ({ path, label, icon: Icon }): Command => ({
        id: `page ${path}`,
        label: t(label),
        icon: <Icon />,
        group: 'places',
        run: () => goTo(path),
      }),
    )
    const own = [
      {
        id: 'palette',
        label: t('common:palette.title'),
        group,
        keys: 'mod+k',
        keysOnly: true,
        run: () => open('palette'),
      },
      { id: 'shortcuts', label: t('common:shortcuts.title'), group, keys: '?', run: () => open('shortcuts') },
      {
        id: 'undo',
        label: t('common:undo'),
        group,
        keys: 'z',
        applies: () => newestOffer(t('common:undo')) !== null,
        run: () => newestOffer(t('common:undo'))?.run(),
      },
      { id: 'profile', label: t('common:bar.profile'), group, run: () => open('profile') },
      {
        id: 'scheme',
        label: t(scheme === 'dark' ? 'common:bar.light' : 'common:bar.dark'),
        group,
        run: () => void dispatch(themeChosen(scheme === 'dark' ? 'light' : 'dark')),
      },
      {
        id: 'system-theme',
        label: t('common:bar.system'),
        group,
        run: () => void dispatch(themeChosen('system')),
      },
      { id: 'leave', label: t('common:menu.logout'), group, run: leave },
    ] as const
    return [...own.map(withIcon), ...pages]
  }, [t, offered, goTo, dispatch, leave, scheme, open])
  useCommands(list)
}
