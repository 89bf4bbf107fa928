import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { followSession, forgetSession, sessionQuery } from '../session/session.ts'

const queries: QueryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: false } },
  queryCache: new QueryCache({ onError: leaveEndedSession }),
  mutationCache: new MutationCache({ onError: leaveEndedSession }),
})
followSession(queries)

/** The service no longer knows the session: whoever was signed in signs in again, and returns. */
function leaveEndedSession(error: unknown): void {
  const { code, reason } = Object(error) as { readonly code?: unknown; readonly reason?: unknown }
  if (code !== 'session_needed' && reason !== 'session_needed') return
  if (queries.getQueryData(sessionQuery.queryKey)) forgetSession(queries)
}

/** Gives what stands below it the answers of the service that this page has read. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
