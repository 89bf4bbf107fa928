import type { ApiKeyData } from '@vaultwright/wire'
import { Button } from '../part/button.tsx'
import { Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import { keyText, timeOr } from './key-text.ts'
import styles from './settings.module.css'

/** API keys, never their text. */
export function KeyTable(props: {
  readonly keys: readonly ApiKeyData[]
  /** Names by user, for keys of several; null where all are of one. */
  readonly owners: ReadonlyMap<string, string> | null
  readonly revoke: (key: ApiKeyData) => void
}) {
  const { keys, owners, revoke } = props
  return (
    <Table
      name="API keys"
      head={[
        ...(owners === null ? [] : ['User']),
        'Description',
        'Key',
        'Made',
        'Last used',
        'Requests a minute',
        'State',
      ]}
      isStacked
    >
      {keys.map((key) => (
        <tr key={key.id}>
          {owners === null ? null : <td>{owners.get(key.user_id) ?? key.user_id}</td>}
          <th scope="row" className="wrap">
            {key.description === '' ? 'no description' : key.description}
          </th>
          <td>
            <code>{keyText(key)}</code>
          </td>
          <td>{timeOr(key.created_at, '')}</td>
          <td>{timeOr(key.last_used_at, 'never')}</td>
          <td>{key.rate_per_minute ?? 'as the service says'}</td>
          <td>
            {key.revoked_at === null ? (
              <span className={styles.rowButtons}>
                <Badge tone="good">active</Badge>
                <Button look="danger" onClick={() => revoke(key)}>
                  Revoke<span className="hidden"> {key.description}</span>
                </Button>
              </span>
            ) : (
              <Badge>revoked {timeOr(key.revoked_at, '')}</Badge>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
