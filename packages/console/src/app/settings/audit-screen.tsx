import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { downloadFile } from '../part/download.ts'
import { Empty, Loaded } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { TextField } from '../part/text/field.tsx'
import { momentText } from '../part/text/moment-text.ts'
import { sessionClient } from '../session/session-client.ts'
import { type AuditSearch, auditCsvOf, filterAudit } from './audit-table.ts'
import styles from './settings.module.css'
import { SettingsPage } from './settings-page.tsx'

const fields: Readonly<Record<keyof AuditSearch, string>> = {
  actor: 'Actor',
  act: 'Act',
  subject: 'Subject',
}

/** The acts in the tenant, with actor and time; for an admin. */
export function AuditScreen() {
  const [filter, setFilter] = useState<AuditSearch>({ actor: '', act: '', subject: '' })
  const audit = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) =>
      sessionClient().listAudit({
        page_size: 100,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => (page.has_more ? page.next_cursor : null),
  })
  const all = audit.data?.pages.flatMap(({ data }) => data) ?? []
  const shown = filterAudit(all, filter)
  return (
    <SettingsPage
      title="Audit"
      lead="Every administrative act, the newest first."
      actions={
        <Button
          disabled={shown.length === 0}
          onClick={() => downloadFile('vaultwright-audit.csv', auditCsvOf(shown))}
        >
          Download as CSV
        </Button>
      }
    >
      <div className={styles.filters}>
        {(Object.keys(fields) as (keyof AuditSearch)[]).map((field) => (
          <TextField
            key={field}
            label={fields[field]}
            type="search"
            value={filter[field]}
            change={(text) => setFilter({ ...filter, [field]: text })}
          />
        ))}
      </div>
      <Loaded query={audit} what="the audit log" title="The audit log cannot be read">
        {() => (
          <>
            <p className="note" role="status">
              {shown.length} of {all.length} entries that are read
              {audit.hasNextPage ? '; older ones are not read yet' : '; there are no older ones'}.
            </p>
            {shown.length === 0 ? (
              <Empty>No entry that is read holds these texts.</Empty>
            ) : (
              <Table name="Audit" head={['When', 'Actor', 'Act', 'Subject', 'Details']}>
                {shown.map(({ id, at: time, actor, act, subject, details }) => (
                  <tr key={id}>
                    <td>{momentText(time)}</td>
                    <td className="wrap">{actor}</td>
                    <th scope="row">{act}</th>
                    <td className="wrap">{subject}</td>
                    <td>
                      {Object.keys(details).length === 0 ? (
                        'none'
                      ) : (
                        <details>
                          <summary>JSON</summary>
                          <pre className={styles.json}>{JSON.stringify(details, null, 2)}</pre>
                        </details>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
            {audit.hasNextPage ? (
              <div>
                <Button disabled={audit.isFetching} onClick={() => void audit.fetchNextPage()}>
                  Read older entries
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}
