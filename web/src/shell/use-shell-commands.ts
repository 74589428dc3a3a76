import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { mayUse, useUser } from '../app/access.js'
import { useAppDispatch, useAppSelector } from '../app/hooks.js'
import { PAGES } from '../app/pages.js'
import { schemeChosen } from '../theme/preferences.js'
import type { Command } from './commands/registry.js'
import { useCommands } from './commands/use-commands.js'
import { useLeave } from './use-leave.js'

export type ShellDialog = 'palette' | 'shortcuts' | 'profile'

/** What can be done on every page: go to one, look at the keys, change the scheme, leave. */
export const useShellCommands = (open: (dialog: ShellDialog) => void): void => {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const leave = useLeave()
  const scheme = useAppSelector((state) => state.preferences.scheme)

  const list = useMemo((): readonly Command[] => {
    const goTo = t('common:palette.pages')
    const act = t('common:palette.actions')
    const pages = PAGES.filter(({ needs }) => mayUse(user, needs)).map(({ path, label }) => ({
      id: `page ${path}`,
      label: t(label),
      group: goTo,
      run: () => void navigate(path),
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
      { id: 'profile', label: t('common:bar.profile'), group: act, run: () => open('profile') },
      {
        id: 'scheme',
        label: t(scheme === 'dark' ? 'common:bar.light' : 'common:bar.dark'),
        group: act,
        run: () => void dispatch(schemeChosen(scheme === 'dark' ? 'light' : 'dark')),
      },
      { id: 'leave', label: t('common:menu.logout'), group: act, run: leave },
      ...pages,
    ]
  }, [t, user, navigate, dispatch, leave, scheme, open])
  useCommands(list)
}
