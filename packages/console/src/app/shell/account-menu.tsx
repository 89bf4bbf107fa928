import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import styles from './shell.module.css'

/** The signed-in user, with the way to the settings; else the way to sign in. */
export function AccountMenu() {
  const session = useSession()
  if (session === undefined) return null
  if (session === null)
    return (
      <Link to="/sign-in" className={styles.link}>
        Sign in
      </Link>
    )
  return (
    <Link
      to="/settings/access"
      className={styles.link}
      aria-label={`Settings of ${session.user.name}`}
    >
      {session.user.name}
    </Link>
  )
}
