import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './part.module.css'
import { Failure, type LoadedQuery, Loading } from './state.tsx'

/** A screen: its heading, which has the focus after navigation, what can be done, and its parts. */
export function Page(props: {
  readonly title: string
  /** In the browser's tab; the title where it is not said. */
  readonly tabTitle?: string
  /** The way back to what the screen is a part of. */
  readonly crumbs?: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** Wide for tables that take the whole window. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  const { title, tabTitle = title, crumbs, lead, actions, isWide = false, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${tabTitle} · Vaultwright`
  }, [tabTitle])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={`${styles.page} ${isWide ? styles.wide : ''}`}>
      <header className={styles.pageHead}>
        <div>
          {crumbs === undefined ? null : (
            <nav className={styles.crumbs} aria-label="Where you are">
              {crumbs} <span aria-hidden="true">/</span> <span>{title}</span>
            </nav>
          )}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Milliseconds after which a part that is still on its way hides those below it no longer. */
const longestWait = 15_000

/**
 * Parts of a screen of which each waits for those above it until all were read once, so that nothing moves while the
 * screen fills. What is read again later hides nothing, and neither does what takes too long.
 */
export function InOrder({ children }: { readonly children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    const look = () => {
      // What is folded away is read when it is opened.
      const reading = `.${styles.reading}:not(details:not([open]) *)`
      if (list.current?.querySelector(reading) === null) setFilled(true)
    }
    const observer = new MutationObserver(look)
    observer.observe(list.current!, { childList: true, subtree: true })
    look()
    const timer = setTimeout(() => setFilled(true), longestWait)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  return (
    <div ref={list} className={isFilled ? styles.contents : styles.inOrder}>
      {children}
    </div>
  )
}

/** A part of a screen with its heading. */
export function Section(props: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h2>{props.title}</h2>
        {props.actions === undefined ? null : <div className={styles.actions}>{props.actions}</div>}
      </header>
      {props.children}
    </section>
  )
}

/** The page of a screen that cannot say yet what it is of: its answer is on the way, or failed. */
export function ReadingPage(props: {
  readonly query: Omit<LoadedQuery<unknown>, 'data'>
  readonly title: string
  /** The object of "Reading". */
  readonly what: string
  /** That it cannot be read, as a sentence. */
  readonly failure: string
}) {
  const { query, title, what, failure } = props
  return (
    <Page key={query.isError ? 'failure' : 'reading'} title={title}>
      <Failure title={failure} error={query.error} retry={() => void query.refetch()} />
      {query.isError ? null : <Loading what={what} />}
    </Page>
  )
}
