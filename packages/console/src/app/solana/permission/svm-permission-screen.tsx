import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Page } from '../../part/page.tsx'
import { Loaded, Loading } from '../../part/state.tsx'
import { vaultReadingQuery } from '../evidence/reading-query.ts'

const PermissionPanel = lazy(async () => ({
  default: (await import('./permission-panel.tsx')).PermissionPanel,
}))

/** The digests of a vault on Solana: what each permits, and what it leaves open. */
export function SvmPermissionScreen() {
  const { address } = useParams({ from: '/session/permissions/solana/$address' })
  const reading = useQuery(vaultReadingQuery(address))
  return (
    <Page
      title={
        reading.data === undefined
          ? 'Permissions'
          : `Permissions of ${reading.data.definition.name}`
      }
      lead={
        <>
          Each digest is computed in this page from the vault’s definition, and compared with what
          its account stores. Vault: <Hash value={address} short />
        </>
      }
      actions={
        <Link to="/vaults/solana/$address" params={{ address }}>
          To the vault
        </Link>
      }
    >
      <Loaded query={reading} what="the permissions" title="The permissions cannot be read">
        {(data) => (
          <Suspense fallback={<Loading what="the digests" />}>
            <PermissionPanel reading={data} />
          </Suspense>
        )}
      </Loaded>
    </Page>
  )
}
