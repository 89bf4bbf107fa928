import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ConsolePart, SessionData } from '@vaultwright/wire'

/** The session of a user: user with role, tenant, when the session was proved, when it ends. */
export type Session = SessionData

/** The question who is signed in; null without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  staleTime: 60_000,
})

/** Reads who is signed in: undefined while the service is asked, null without a session. */
export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery).data
}

/** Drops everything that was read for the user before, and takes the session that began, in every tab. */
export function enterSession(queries: QueryClient, session: Session): void {
  takeSession(queries, session)
  tabs.postMessage('changed')
}

/** Drops everything that was read for the user whose session ended, in every tab. */
export function forgetSession(queries: QueryClient): void {
  takeSession(queries, null)
  tabs.postMessage('changed')
}

/** Follows a session that another tab began or ended: this tab asks again who is signed in. */
export function followSession(queries: QueryClient): void {
  tabs.onmessage = async () => {
    const session = await fetchSession()
    if (session?.user.id !== queries.getQueryData(sessionQuery.queryKey)?.user.id)
      takeSession(queries, session)
  }
}

const tabs = new BroadcastChannel('vaultwright-session')

function takeSession(queries: QueryClient, session: Session | null): void {
  dropOthers(queries)
  if (session === null) queries.getMutationCache().clear()
  queries.setQueryData(sessionQuery.queryKey, session)
}

/** All but the question who is signed in: the shell that shows its answer stays. */
function dropOthers(queries: QueryClient): void {
  const [name] = sessionQuery.queryKey
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== name })
}

/** The shell asks this on every screen, so it goes without the schemas of `console-api.ts`. */
async function fetchSession(): Promise<Session | null> {
  const response = await fetch('/console/session', { headers: { 'x-vaultwright-console': '1' } })
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return null
  return ((await response.json()) as ConsolePart<'getSession', 'response'>).data
}
