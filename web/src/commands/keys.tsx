import styles from './commands.module.css'

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)
const NAMES: Readonly<Record<string, string>> = {
  mod: MAC ? '⌘' : 'Ctrl',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
}

/** Keys as they are printed on the keyboard. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {keys.split('+').map((key) => (
      <kbd key={key}>{NAMES[key] ?? key.toUpperCase()}</kbd>
    ))}
  </span>
)
