import { Link } from '@tanstack/react-router'
import { Section } from '../../part/page.tsx'
import { Loaded } from '../../part/state.tsx'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { RootTable } from './root-table.tsx'
import { useRootLines } from './use-attention.ts'

/** The roots of a vault's strategists: what waits, what is in force, and what was. */
export function PermissionTab({ chain, address, detail }: VaultHomeProps) {
  const lines = useRootLines({ chain, address }, detail)
  return (
    <Section
      title="Roots and their trees"
      actions={
        <Link to="/permissions/$chain/$address" params={{ chain, address }}>
          What was permitted on a day
        </Link>
      }
    >
      <Loaded query={lines} what="the roots" title="The roots cannot be read" lines={8}>
        {(data) => <RootTable vaults={[{ chain, address, name: detail.name, lines: data }]} />}
      </Loaded>
    </Section>
  )
}
