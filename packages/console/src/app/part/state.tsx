import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './part.module.css'
import { Verdict } from './verdict.tsx'

/** Stands in the place of what is being read: grey lines that breathe, and one sentence for readers of the screen. */
export function Loading({ what, lines = 3 }: { readonly what: string; readonly lines?: number }) {
  return (
    <div className={styles.reading} role="status">
      <span className="hidden">Reading {what}…</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <span key={index} className={styles.skeleton} />
      ))}
    </div>
  )
}

/** An answer that is on its way: what `useQuery` gives of it. */
export type LoadedQuery<Data> = {
  readonly data: Data | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

/**
 * Shows what was read; a skeleton until it is there, and a failure with the way to try again.
 *
 * Keeps showing earlier data during a new read, and after it fails: then the failure stands above the data.
 */
export function Loaded<Data>(props: {
  readonly query: LoadedQuery<Data>
  /** The object of "Reading". */
  readonly what: string
  /** That it cannot be read, as a sentence. */
  readonly title: string
  /** Lines of the skeleton: as high as what comes. */
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}) {
  const { query, what, title, lines, children } = props
  const { data, isError, error, refetch } = query
  return (
    <>
      <Failure title={title} error={error} retry={() => void refetch()} />
      {data === undefined ? (
        isError ? null : (
          <Loading what={what} {...(lines === undefined ? {} : { lines })} />
        )
      ) : (
        children(data)
      )}
    </>
  )
}

/** A list without entries: what would be here, and how to make it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>
}

/** A value that is missing, with its reason; never 0, never a dash alone. */
export function NotKnown({ reason }: { readonly reason: string }) {
  return (
    <span className="soft">
      not known <small>({reason})</small>
    </span>
  )
}

/** A failure: its sentence, its code, the request's id, and whether trying again may help; nothing without an error. */
export function Failure(props: {
  readonly title: string
  readonly error: unknown
  readonly retry?: () => void
}) {
  if (props.error === null || props.error === undefined) return null
  const { message, code, requestId, isRetryable } = failureOf(props.error)
  const details = [code, requestId === null ? null : `request ${requestId}`].filter(Boolean)
  return (
    <Verdict tone="bad" title={props.title}>
      <p>{message}</p>
      {details.length === 0 ? null : <p className={styles.code}>{details.join(', ')}</p>}
      {props.retry === undefined || (code !== null && !isRetryable) ? null : (
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
