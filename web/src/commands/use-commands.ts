import { useEffect, useSyncExternalStore } from 'react'
import { rememberPlace, useAppSelector } from '../base/hooks.js'
import { type Clock, createLoneKeys } from './lone-keys.js'
import {
  actsOn,
  type Command,
  commandFor,
  commands,
  isApplicable,
  keysOf,
  registerCommands,
  subscribeToCommands,
} from './registry.js'

/**
 * Offers commands while the component is mounted: in the palette (Ctrl/Cmd+K), by their keys, and in the list of `?`.
 * Memoise the list.
 */
export const useCommands = (list: readonly Command[]): void => useEffect(() => registerCommands(list), [list])

/** All registered commands. */
export const useAllCommands = (): readonly Command[] => useSyncExternalStore(subscribeToCommands, commands)

/** Nobody types into a checkbox. */
const FIELDS = 'input:not([type="checkbox"]), textarea, select'
const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))
const DIALOG = '[role="dialog"][aria-modal="true"]'
/** Dialogs and antd's layers above the page: single keys and Esc belong to them. */
const LAYERS = ['dropdown', 'popover', 'select-dropdown', 'picker-dropdown', 'image-preview']
  .map((name) => `.ant-${name}:not(.ant-${name}-hidden)`)
  .concat(DIALOG)
  .join()
const isOpen = (layers: string): boolean => document.querySelector(layers) !== null
/** Whether a dialog is open, whose input would be lost on another page. */
export const isDialogOpen = (): boolean => isOpen(DIALOG)

const clock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Whether a single key belongs to a field, or to a layer. */
const isForFieldOrLayer = (target: EventTarget | null): boolean => isInField(target) || isOpen(LAYERS)

/**
 * Listens for the keys of all commands; used once, by the shell. Single keys act outside of fields and
 * layers, and can be switched off in the profile.
 */
export const useCommandKeys = (): void => {
  const singleKeys = useAppSelector((state) => state.preferences.singleKeys)
  useEffect(() => {
    const lone = createLoneKeys(clock)
    /**
     * Key events from a field or under a layer. They are recorded before any other listener runs. With reduced motion
     * Esc closes a menu at once, and would then close the conversation, too.
     */
    const elsewhere = new WeakSet<Event>()
    const noted = (event: KeyboardEvent): void => {
      if (isForFieldOrLayer(event.target)) elsewhere.add(event)
    }
    /** The command for a key event, which then consumes the key; null if no command acts. */
    const commandOf = (event: KeyboardEvent): Command | null => {
      if (event.defaultPrevented || event.isComposing) return null
      const keys = keysOf(event)
      const single = !keys.startsWith('mod+')
      if (single && elsewhere.has(event)) return null
      if (single && !singleKeys && keys.length === 1) return null
      const command = commandFor(keys)
      if (command === null) return null
      event.preventDefault()
      // a command may navigate away, which would lose a dialog's input
      return !isDialogOpen() && actsOn(command, event.repeat) ? command : null
    }
    const pressed = (event: KeyboardEvent): void => {
      const command = commandOf(event)
      // a held key counts once
      if (event.repeat && command === null) return
      // a letter with Ctrl or Cmd does not type
      if (keysOf(event).startsWith('mod+') && !event.altKey) lone.stop()
      else if (command?.keys?.length !== 1) lone.pressed(event.key, null)
      if (command?.keys?.length !== 1) return command?.run()
      const isStillHere = rememberPlace()
      const run = (): void => {
        const acts = isStillHere() && !isForFieldOrLayer(document.activeElement) && isApplicable(command)
        if (acts) command.run()
      }
      lone.pressed(event.key, command.atOnce === true ? command : { run })
    }
    addEventListener('keydown', noted, { capture: true })
    addEventListener('keydown', pressed)
    addEventListener('pointerdown', lone.stop)
    return () => {
      lone.stop()
      removeEventListener('keydown', noted, { capture: true })
      removeEventListener('keydown', pressed)
      removeEventListener('pointerdown', lone.stop)
    }
  }, [singleKeys])
}
