import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './part.module.css'
import { Verdict } from './verdict.tsx'

/** Stands in the place of what is being read. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p className={styles.reading} role="status">
      Loading {what}…
    </p>
  )
}

/** A list without entries: what would be here, and how to make it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>
}

/** A value that is missing, with its reason; never 0, never a dash alone. */
export function NotKnown({ reason }: { readonly reason: string }) {
  return (
    <span className={styles.notKnown}>
      not known <small>({reason})</small>
    </span>
  )
}

/** A failure: its sentence, its code, the request's id, and whether trying again may help. */
export function Failure(props: {
  readonly title: string
  readonly error: unknown
  readonly retry?: () => void
}) {
  const { message, code, requestId, isRetryable } = failureOf(props.error)
  const details = [code, requestId === null ? null : `request ${requestId}`].filter(Boolean)
  return (
    <Verdict tone="bad" title={props.title}>
      <p>{message}</p>
      {details.length === 0 ? null : <p className={styles.soft}>{details.join(' · ')}</p>}
      {props.retry === undefined || !isRetryable ? null : (
        <Button onClick={props.retry}>Try again</Button>
      )}
    </Verdict>
  )
}

type FailureText = {
  readonly message: string
  readonly code: string | null
  readonly requestId: string | null
  readonly isRetryable: boolean
}

/** The text of a thrown value. */
export function failureOf(error: unknown): FailureText {
  if (!(error instanceof Error))
    return { message: String(error), code: null, requestId: null, isRetryable: false }
  const { code, requestId, retryable } = error as {
    readonly code?: unknown
    readonly requestId?: unknown
    readonly retryable?: unknown
  }
  return {
    message: 'shortMessage' in error ? String(error.shortMessage) : error.message,
    code: typeof code === 'string' ? code : null,
    requestId: typeof requestId === 'string' ? requestId : null,
    isRetryable: retryable === true,
  }
}
