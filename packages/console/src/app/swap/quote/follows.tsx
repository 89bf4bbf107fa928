import type { QuoteCheck } from '@vaultwright/check'
import type { ReactNode } from 'react'
import styles from '../part/swap.module.css'

/** A value of a quote as the server states it; red, with what follows, where its inputs give another. */
export function Follows(props: {
  readonly check: QuoteCheck
  /** Of the answer: the shown value, and those that stand for it. */
  readonly paths: readonly string[]
  readonly children: ReactNode
}) {
  const { check, paths, children } = props
  const lies = paths.flatMap((path) => {
    const difference = check.differences.get(path)
    return difference === undefined ? [] : [{ path, ...difference }]
  })
  if (lies.length === 0) return children
  return (
    <span className={styles.lie}>
      <s>{children}</s>
      {lies.map(({ path, stated, follows }) => (
        <small key={path}>
          does not follow from its inputs: {stated} is stated, {follows} follows
        </small>
      ))}
    </span>
  )
}
