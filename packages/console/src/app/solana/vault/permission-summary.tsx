import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '../../part/page.tsx'
import { Failure, Loading } from '../../part/state.tsx'
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
      {count.isError ? (
        <Failure title="The digests cannot be computed" error={count.error} />
      ) : count.data === undefined ? (
        <Loading what="the digests" />
      ) : (
        <p className={styles.line}>
          <Badge tone="good">{count.data.existing} on chain</Badge>
          {count.data.missing === 0 ? null : (
            <Badge tone="look">{count.data.missing} missing</Badge>
          )}
          {count.data.differing === 0 ? null : (
            <Badge tone="bad">{count.data.differing} different</Badge>
          )}
          {count.data.errors + count.data.warnings === 0 ? null : (
            <Badge tone={count.data.errors > 0 ? 'bad' : 'look'}>
              {count.data.errors} errors, {count.data.warnings} warnings
            </Badge>
          )}
          <Link to="/permissions/solana/$address" params={{ address }}>
            What each digest permits
          </Link>
        </p>
      )}
    </Section>
  )
}
