import { useQuery } from '@tanstack/react-query'
import { gather } from '../part/gather.ts'
import { Section } from '../part/page.tsx'
import { Loaded, NotKnown } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { momentText } from '../part/text/moment-text.ts'
import { sessionClient } from '../session/session-client.ts'
import { replacedValuesOf } from './status-text.ts'

/** Values that were replaced: what stood before, what stood after, and why. */
export function RevisedDays({ chain, vault }: { readonly chain: string; readonly vault: string }) {
  const revisions = useQuery({
    queryKey: ['revisions', chain, vault],
    queryFn: () =>
      gather(sessionClient().revisions({ chain, vault_address: vault, page_size: 100 })),
  })
  const rows = (revisions.data ?? []).flatMap(replacedValuesOf)
  return (
    <Section title="Revised values">
      <Loaded query={revisions} what="the revised values" title="The revised values cannot be read">
        {() =>
          rows.length === 0 ? (
            <p>No value of a day was replaced.</p>
          ) : (
            <Table
              name="Revised values"
              head={['Day', 'Value', 'Before', 'After', 'Replaced', 'Why']}
            >
              {rows.map(({ day, kind, name, before, after, until, reason }) => (
                <tr key={`${day} ${kind} ${name} ${until}`}>
                  <th scope="row">{day}</th>
                  <td>
                    {kind}: {name.replaceAll('_', ' ')}
                  </td>
                  <td>{before ?? <NotKnown reason="no value stood before" />}</td>
                  <td>{after ?? <NotKnown reason="no value stands now" />}</td>
                  <td>{momentText(until)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}
