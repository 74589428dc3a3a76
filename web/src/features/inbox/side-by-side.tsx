import MergeCellsOutlined from '@ant-design/icons/es/icons/MergeCellsOutlined'
import SplitCellsOutlined from '@ant-design/icons/es/icons/SplitCellsOutlined'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useAppDispatch, useAppSelector } from '../../base/hooks.js'
import type { Command } from '../../commands/registry.js'
import { useCommands } from '../../commands/use-commands.js'
import { IconButton } from '../../components/icon-button.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { sideBySideToggled } from '../../theme/preferences.js'
import { BREAKPOINTS } from '../../theme/tokens.js'

const wide = matchMedia(`(min-width: ${BREAKPOINTS.wide + 1}px)`)
const room = matchMedia(`(min-width: ${BREAKPOINTS.beside}px)`)

const followWidth = (changed: () => void): (() => void) => {
  for (const query of [wide, room]) query.addEventListener('change', changed)
  return () => {
    for (const query of [wide, room]) query.removeEventListener('change', changed)
  }
}

/**
 * How many panes the inbox shows: two in wide windows, and from 900 px if chosen in this browser.
 * `mayChoose`: the window's width allows both.
 */
export const useSideBySide = (): { panes: 'one' | 'two'; mayChoose: boolean } => {
  const chosen = useAppSelector(({ preferences }) => preferences.sideBySide)
  const isWide = useSyncExternalStore(followWidth, () => wide.matches)
  const hasRoom = useSyncExternalStore(followWidth, () => room.matches)
  return { panes: isWide || (hasRoom && chosen) ? 'two' : 'one', mayChoose: hasRoom && !isWide }
}

const useSwitch = (panes: 'one' | 'two') => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  return {
    label: t(panes === 'one' ? 'inbox:page.sideBySide' : 'inbox:page.oneAtATime'),
    run: useCallback(() => void dispatch(sideBySideToggled()), [dispatch]),
  }
}

/** The buttons' action as a command in the palette. */
export const useSideBySideCommand = (): void => {
  const { panes, mayChoose } = useSideBySide()
  const { label, run } = useSwitch(panes)
  useCommands(
    useMemo((): readonly Command[] => {
      const icon = panes === 'one' ? <SplitCellsOutlined /> : <MergeCellsOutlined />
      return mayChoose ? [{ id: 'inbox panes', label, icon, group: 'general', run }] : []
    }, [label, mayChoose, panes, run]),
  )
}

/**
 * The button that switches to the other number of panes; shown at `when` panes, if the window has space for
 * both.
 */
export const SideBySideButton = ({ when }: { readonly when: 'one' | 'two' }) => {
  const { panes, mayChoose } = useSideBySide()
  const { label, run } = useSwitch(when)
  if (!mayChoose || panes !== when) return null
  return (
    <IconButton label={label} onClick={run}>
      {when === 'one' ? <SplitCellsOutlined /> : <MergeCellsOutlined />}
    </IconButton>
  )
}
