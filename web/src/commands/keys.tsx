import styles from './commands.module.css'

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)
const NAMES: Readonly<Record<string, string>> = {
  mod: MAC ? '⌘' : 'Ctrl',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
}

const nameOf = (key: string): string => NAMES[key] ?? key.toUpperCase()
/** Keys as text: `Ctrl+K`. */
export const nameOfKeys = (keys: string): string => keys.split('+').map(nameOf).join('+')

/** Keys as printed on the keyboard. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {keys.split('+').map((key) => (
      <kbd key={key}>{nameOf(key)}</kbd>
    ))}
  </span>
)
