import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './part.module.css'

/** A button; one on a screen is `primary`, what takes something away is `danger`. */
export function Button({
  look = 'plain',
  ...buttonProps
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: 'plain' | 'primary' | 'danger'
  readonly ref?: Ref<HTMLButtonElement>
}) {
  return (
    <button
      type="button"
      {...buttonProps}
      className={`${styles.button} ${look === 'plain' ? '' : styles[look]}`}
    />
  )
}
