import { useQuery } from '@tanstack/react-query'
import { shortAccount } from '../part/band/sentence.tsx'
import { gather } from '../part/gather.ts'
import { useSession } from '../session/session.ts'
import { sessionClient } from '../session/session-client.ts'
import { Palette } from './palette.tsx'
import type { PaletteItem } from './palette-item.ts'

/** The palette with the tenant's vaults. */
export function VaultPalette(props: {
  readonly items: readonly PaletteItem[]
  readonly early: { readonly current: string }
  readonly close: () => void
}) {
  const session = useSession()
  const vaults = useQuery({
    queryKey: ['vault-names'],
    queryFn: () => gather(sessionClient().vaults({ page_size: 100 })),
    enabled: session != null,
  })
  const all = (vaults.data ?? []).flatMap((vault) =>
    vault.chains.map((slug) => ({ ...vault, slug, to: `/vaults/${slug}/${vault.vault_address}` })),
  )
  const items = all.map(({ name, slug, vault_address: account, to }) => ({
    group: 'Vaults',
    title: name,
    note: `vault on ${slug}, ${shortAccount(account)}`,
    to,
  }))
  return <Palette {...props} items={[...props.items, ...items]} />
}
