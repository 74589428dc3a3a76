import { useEffect, useSyncExternalStore } from 'react'
import { useAppSelector } from '../base/hooks.js'
import { actsOn, type Command, commandFor, commands, keysOf, register, subscribe } from './registry.js'

/**
 * Offers commands while the component is mounted: in the palette (Ctrl/Cmd+K), by their keys, and in the list of `?`.
 * Memoise the list.
 */
export const useCommands = (list: readonly Command[]): void => useEffect(() => register(list), [list])

/** Every command there is now. */
export const useAllCommands = (): readonly Command[] => useSyncExternalStore(subscribe, commands)

const inField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
const DIALOG = '[role="dialog"][aria-modal="true"]'
/** Dialogs, and whatever antd has opened above the page: they have the single keys, Esc too. */
const LAYERS = ['dropdown', 'popover', 'select-dropdown', 'picker-dropdown', 'image-preview']
  .map((name) => `.ant-${name}:not(.ant-${name}-hidden)`)
  .concat(DIALOG)
  .join()
const isOpen = (layers: string): boolean => document.querySelector(layers) !== null
/** Whether a dialog is open: what is typed in it would be lost on another page. */
export const isDialogOpen = (): boolean => isOpen(DIALOG)

/** Listens for the keys of all commands; used once, by the shell. Single keys can be switched off in the profile. */
export const useCommandKeys = (): void => {
  const singleKeys = useAppSelector((state) => state.preferences.singleKeys)
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return
      const keys = keysOf(event)
      const single = !keys.startsWith('mod+')
      if (single && (inField(event.target) || isOpen(LAYERS))) return
      if (single && !singleKeys && keys.length === 1) return
      const command = commandFor(keys)
      if (command === null) return
      event.preventDefault()
      // a command may lead away from what is typed in a dialog
      if (!isDialogOpen() && actsOn(command, event.repeat)) command.run()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [singleKeys])
}
