import { splitBy } from './excerpt.js'
import styles from './marked.module.css'

/** A text with its matches highlighted. */
export const MarkedText = ({ text, wanted }: { text: string; wanted: string }) => (
  <>
    {splitBy(text, wanted).map(({ part, found, at }) =>
      found ? (
        <mark key={at} className={styles.found}>
          {part}
        </mark>
      ) : (
        part
      ),
    )}
  </>
)
