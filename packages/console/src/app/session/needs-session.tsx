import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Loading } from '../part/state.tsx'
import { useSession } from './session.ts'

/** Shows a screen to a signed-in user; everyone else signs in first and then returns to it. */
export function NeedsSession() {
  const session = useSession()
  if (session === undefined) return <Loading what="your session" />
  if (session === null) return <ToSignIn />
  return <Outlet />
}

/** Leads to the sign-in once, with the address that was asked for: on the way it changes. */
function ToSignIn() {
  const navigate = useNavigate()
  const { href } = useLocation()
  const [to] = useState(href)
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { to }, replace: true })
  }, [navigate, to])
  return <Loading what="the way to sign in" />
}
