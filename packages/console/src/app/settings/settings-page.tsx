import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../part/page.tsx'
import { useSession } from '../session/session.ts'
import styles from './settings.module.css'

/** A screen of the settings, with the way to the others at its side. */
export function SettingsPage(props: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const isAdmin = useSession()?.user.role === 'admin'
  return (
    <div className={styles.layout}>
      <nav aria-label="Settings" className={styles.side}>
        <Link to="/settings/access" {...active}>
          My access
        </Link>
        <Link to="/settings/keys" search={{}} {...active}>
          API keys
        </Link>
        <Link to="/settings/address-book" {...active}>
          Address book
        </Link>
        {isAdmin ? (
          <>
            <Link to="/settings/users" {...active}>
              Users
            </Link>
            <Link to="/settings/keys" search={{ all: true }} {...active}>
              All keys
            </Link>
            <Link to="/settings/audit" {...active}>
              Audit
            </Link>
          </>
        ) : null}
      </nav>
      <Page {...props}>{props.children}</Page>
    </div>
  )
}

const active = {
  activeOptions: { exact: true, includeSearch: true },
  activeProps: { 'aria-current': 'page' },
} as const
