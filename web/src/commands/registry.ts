import type { ReactNode } from 'react'

/** Groups of commands, in the order of the palette and of the list of keys. */
export const COMMAND_GROUPS = ['conversation', 'places', 'general'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** An action from the keyboard: by its keys, or by its name in the command palette. */
export interface Command {
  readonly id: string
  /** translated */
  readonly label: string
  readonly icon: ReactNode
  readonly group: CommandGroup
  /** `?`, `j`, `escape`, `mod+k` (Ctrl, or Cmd on a Mac); single keys act outside of fields only */
  readonly keys?: string
  /** not offered in the palette, for example moving in a list */
  readonly keysOnly?: boolean
  /** its keys act repeatedly while held */
  readonly repeats?: boolean
  /** its key only moves the focus: the command runs without delay */
  readonly atOnce?: boolean
  /** whether the command can act now; absent: always */
  readonly applies?: () => boolean
  readonly run: () => void
}

let lists: readonly (readonly Command[])[] = []
let all: readonly Command[] = []
const readers = new Set<() => void>()

const setLists = (next: typeof lists): void => {
  lists = next
  all = next.flat()
  for (const read of readers) read()
}

/** Adds commands until the given function is called. Of two commands with the same keys, the latest wins. */
export const registerCommands = (commands: readonly Command[]): (() => void) => {
  setLists([...lists, commands])
  return () => setLists(lists.filter((list) => list !== commands))
}

export const subscribeToCommands = (read: () => void): (() => void) => {
  readers.add(read)
  return () => readers.delete(read)
}

/** Whether the command can act now. */
export const isApplicable = (command: Command): boolean => command.applies?.() ?? true

/** All registered commands, in the order of their registration. */
export const commands = (): readonly Command[] => all

/** The keys of an event in the format of `Command.keys`. */
export const keysOf = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string =>
  `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${event.key.toLowerCase()}`

/** The command for these keys, or null. */
export const commandFor = (keys: string): Command | null =>
  all.findLast((command) => command.keys === keys) ?? null

/** Whether a press of its keys runs the command; `isHeld`: the keys are held since an earlier press. */
export const actsOn = (command: Command, isHeld: boolean): boolean =>
  (!isHeld || command.repeats === true) && isApplicable(command)
