import { Fragment } from 'react'
import styles from './facts.module.css'

/** Names with their values, line by line. */
export const Facts = ({ of }: { readonly of: readonly (readonly [name: string, value: string])[] }) => (
  <dl className={styles.facts}>
    {of.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
