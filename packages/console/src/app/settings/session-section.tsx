import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import { Failure, Loaded } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import { askConsole } from '../session/console-api.ts'
import { timeOr } from './key-text.ts'

/** The sessions of the user; each other session can be ended. */
export function SessionSection() {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => askConsole('listSessions', {}),
  })
  const end = useMutation({
    mutationFn: (id: string | null): Promise<unknown> =>
      id === null
        ? askConsole('endOtherSessions', {})
        : askConsole('endSession', { session_id: id }),
    onSettled: () => sessions.refetch(),
  })
  const all = sessions.data?.data ?? []
  return (
    <Section
      title="Sessions"
      actions={
        all.length < 2 ? null : (
          <Button look="danger" disabled={end.isPending} onClick={() => end.mutate(null)}>
            End all other sessions
          </Button>
        )
      }
    >
      <Failure title="The session did not end" error={end.error} />
      <Loaded query={sessions} what="your sessions" title="The sessions cannot be read">
        {() => (
          <Table
            name="Sessions"
            head={['Browser', 'Address', 'Begun', 'Last seen', 'Ends', 'State']}
          >
            {all.map((session) => (
              <tr key={session.id}>
                <th scope="row" className="wrap">
                  {session.user_agent === '' ? 'not known (no name was sent)' : session.user_agent}
                </th>
                <td>{session.address}</td>
                <td>{timeOr(session.created_at, '')}</td>
                <td>{timeOr(session.last_seen_at, '')}</td>
                <td>{timeOr(session.expires_at, '')}</td>
                <td>
                  {session.current ? (
                    <Badge tone="good">this one</Badge>
                  ) : (
                    <Button
                      look="danger"
                      disabled={end.isPending}
                      onClick={() => end.mutate(session.id)}
                    >
                      End<span className="hidden"> the session from {session.address}</span>
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Section>
  )
}
