import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '../../part/page.tsx'
import { Loaded } from '../../part/state.tsx'
import { Badge } from '../../part/verdict.tsx'
import styles from '../../style/svm.module.css'
import type { SvmVaultReading } from './svm-vault-data.ts'

/** The state of the vault's permissions, in one line. */
export function PermissionSummary(props: {
  readonly address: string
  readonly reading: SvmVaultReading
}) {
  const { address, reading } = props
  const count = useQuery({
    queryKey: ['svm-permission-count', address, reading.dataUpdatedAt],
    enabled: reading.data !== undefined,
    queryFn: async () => {
      const { countPermissions, permissionRowsOf } = await import('../permission/permission-row.ts')
      return countPermissions(permissionRowsOf(reading.data!))
    },
  })
  if (reading.isError) return null
  return (
    <Section title="Permissions">
      <Loaded query={count} what="the digests" title="The digests cannot be computed">
        {(data) => (
          <p className={styles.line}>
            <Badge tone="good">{data.existing} on chain</Badge>
            {data.missing === 0 ? null : <Badge tone="look">{data.missing} missing</Badge>}
            {data.differing === 0 ? null : <Badge tone="bad">{data.differing} different</Badge>}
            {data.errors + data.warnings === 0 ? null : (
              <Badge tone={data.errors > 0 ? 'bad' : 'look'}>
                {data.errors} errors, {data.warnings} warnings
              </Badge>
            )}
            <Link to="/permissions/solana/$address" params={{ address }}>
              What each digest permits
            </Link>
          </p>
        )}
      </Loaded>
    </Section>
  )
}
