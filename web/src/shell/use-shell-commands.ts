import { useMemo } from 'react'
import { useAppDispatch, useAppSelector, useGoTo } from '../base/hooks.js'
import type { Command } from '../commands/registry.js'
import { useCommands } from '../commands/use-commands.js'
import { newestOffer } from '../components/toasts/offers.js'
import { useLeave } from '../features/inbox/use-leave.js'
import { useTranslation } from '../i18n/use-translation.js'
import { themeChosen } from '../theme/preferences.js'
import { usePages } from './use-pages.js'

export type ShellDialog = 'palette' | 'shortcuts' | 'profile'

/** What can be done on every page: go to one, look at the keys, change the scheme, leave. */
export const useShellCommands = (open: (dialog: ShellDialog) => void): void => {
  const { t } = useTranslation()
  const offered = usePages()
  const goTo = useGoTo()
  const dispatch = useAppDispatch()
  const leave = useLeave()
  const scheme = useAppSelector((state) => state.preferences.scheme)

  const list = useMemo((): readonly Command[] => {
    const places = t('common:palette.pages')
    const act = t('common:palette.actions')
    const pages = offered.map(({ path, label }) => ({
      id: `page ${path}`,
      label: t(label),
      group: places,
      run: () => goTo(path),
    }))
    return [
      {
        id: 'palette',
        label: t('common:palette.title'),
        group: act,
        keys: 'mod+k',
        keysOnly: true,
        run: () => open('palette'),
      },
      {
        id: 'shortcuts',
        label: t('common:shortcuts.title'),
        group: act,
        keys: '?',
        run: () => open('shortcuts'),
      },
      {
        id: 'undo',
        label: t('common:undo'),
        group: act,
        keys: 'z',
        applies: () => newestOffer(t('common:undo')) !== null,
        run: () => newestOffer(t('common:undo'))?.run(),
      },
      { id: 'profile', label: t('common:bar.profile'), group: act, run: () => open('profile') },
      {
        id: 'scheme',
        label: t(scheme === 'dark' ? 'common:bar.light' : 'common:bar.dark'),
        group: act,
        run: () => void dispatch(themeChosen(scheme === 'dark' ? 'light' : 'dark')),
      },
      {
        id: 'system-theme',
        label: t('common:bar.system'),
        group: act,
        run: () => void dispatch(themeChosen('system')),
      },
      { id: 'leave', label: t('common:menu.logout'), group: act, run: leave },
      ...pages,
    ]
  }, [t, offered, goTo, dispatch, leave, scheme, open])
  useCommands(list)
}
