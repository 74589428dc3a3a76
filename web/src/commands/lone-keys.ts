import type { Command } from './registry.js'

/** Time and timers. */
export interface Clock {
  /** ms */
  now(): number
  /** Runs a function after `ms` milliseconds; gives a function that cancels the call. */
  after(ms: number, run: () => void): () => void
}

/** Milliseconds before and after a single key in which any other key means that the user is typing. */
export const ALONE_MS = 500

/** Modifier keys. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
/** Keys without a character that belong to typing. */
const WRITING_KEYS: ReadonlySet<string> = new Set(['Enter', 'Backspace', 'Delete', 'Dead', 'Process'])
const isWritingKey = (key: string): boolean => key.length === 1 || WRITING_KEYS.has(key)

export interface LoneKeys {
  /**
   * Reports a key press, in a field or outside. `command`: the single key's command, which runs if no other key is
   * near.
   */
  pressed(key: string, command: Pick<Command, 'atOnce' | 'run'> | null): void
  /** Cancels the waiting command. */
  stop(): void
}

/**
 * Distinguishes single-key commands from letters of a text. A command runs if no other key came within
 * ALONE_MS before or after its own. A command that only moves the focus (`atOnce`) runs without delay, and
 * several may follow each other.
 */
export const createLoneKeys = (clock: Clock): LoneKeys => {
  let wroteAt = Number.NEGATIVE_INFINITY
  let hasMoved = false
  let stop = (): void => undefined
  return {
    stop: () => stop(),
    pressed(key, command) {
      if (MODIFIERS.has(key)) return
      stop()
      const now = clock.now()
      const moves = command?.atOnce === true
      const isAlone = now - wroteAt >= ALONE_MS || (moves && hasMoved)
      hasMoved = moves && isAlone
      if (isWritingKey(key)) wroteAt = now
      if (command === null || !isAlone) return
      if (moves) command.run()
      else stop = clock.after(ALONE_MS, () => command.run())
    },
  }
}
