import { useMutation } from '@tanstack/react-query'
import type { IndexStatusData } from '@vaultwright/wire'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import { Failure } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { momentText } from '../part/text/moment-text.ts'
import { Badge, Verdict } from '../part/verdict.tsx'
import { sessionClient } from '../session/session-client.ts'

/** Work that failed, with its reason; an admin has it tried again. */
export function FailedWorkTable(props: {
  readonly status: IndexStatusData
  readonly mayRepair: boolean
  readonly changed: () => void
}) {
  const { status, mayRepair, changed } = props
  const { chain, vault_address, failures } = status
  const repair = useMutation({
    mutationFn: (day: string | null) =>
      sessionClient().repairIndex({
        chain,
        vault_address,
        ...(day === null ? {} : { from: day, to: day }),
      }),
    onSuccess: changed,
  })
  return (
    <Section
      title="Failed work"
      actions={
        mayRepair && failures.length > 0 ? (
          <Button disabled={repair.isPending} onClick={() => repair.mutate(null)}>
            Try all again
          </Button>
        ) : null
      }
    >
      <div aria-live="polite">
        <Failure title="The work stays parked" error={repair.error} />
        {repair.isSuccess ? (
          <Verdict
            tone={repair.data.data.retried === 0 ? 'look' : 'good'}
            title={
              repair.data.data.retried === 0 ? 'Nothing was left to try' : 'It will be tried again'
            }
          >
            <p>
              {repair.data.data.retried === 0
                ? 'The service knows no failure of these days any more. Read the index again.'
                : `${repair.data.data.retried} failures were forgotten. The index tries their work with its next pass.`}
            </p>
          </Verdict>
        ) : null}
      </div>
      {failures.length === 0 ? (
        <p>No work of this vault failed.</p>
      ) : (
        <Table name="Failed work" head={['Work', 'Day', 'State', 'Reason', 'Since', 'Again']}>
          {failures.map((failure) => (
            <tr key={`${failure.kind} ${failure.day}`}>
              <th scope="row">{failure.kind}</th>
              <td>{failure.day ?? 'of no day'}</td>
              <td>
                <Badge tone={failure.state === 'parked' ? 'bad' : 'look'}>
                  {failure.state === 'parked' ? 'parked' : 'retrying'}
                </Badge>
              </td>
              <td>
                {failure.message} ({failure.code}, {failure.attempts} attempts)
              </td>
              <td>{momentText(failure.first_at)}</td>
              <td>
                {mayRepair ? (
                  <Button
                    disabled={repair.isPending}
                    aria-label={`Try again: ${failure.kind}, ${failure.day ?? 'of no day'}`}
                    onClick={() => repair.mutate(failure.day)}
                  >
                    Try again
                  </Button>
                ) : failure.retry_at === null ? (
                  'An admin has it tried again.'
                ) : (
                  momentText(failure.retry_at)
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
