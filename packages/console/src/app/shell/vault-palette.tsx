import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { shortAccount } from '../part/band/sentence.tsx'
import { gather } from '../part/gather.ts'
import { useSession } from '../session/session.ts'
import { sessionClient } from '../session/session-client.ts'
import { type VaultTab, vaultTabs } from '../vault/vault-tab.ts'
import { Palette } from './palette.tsx'
import type { PaletteItem } from './palette-item.ts'

/** The palette with the tenant's vaults, and the tabs of the one that is shown. */
export function VaultPalette(props: {
  readonly items: readonly PaletteItem[]
  readonly close: () => void
}) {
  const session = useSession()
  const { chain, address } = useParams({ strict: false })
  const vaults = useQuery({
    queryKey: ['vault-names'],
    queryFn: () => gather(sessionClient().vaults({ page_size: 100 })),
    enabled: session != null,
  })
  const all = (vaults.data ?? []).flatMap((vault) =>
    vault.chains.map((slug) => ({ ...vault, slug, to: `/vaults/${slug}/${vault.vault_address}` })),
  )
  const here = all.find(({ slug, vault_address: own }) => slug === chain && own === address)
  const tabs =
    here === undefined
      ? []
      : (Object.keys(vaultTabs) as VaultTab[]).map((tab) => ({
          group: here.name,
          title: vaultTabs[tab],
          note: `of ${here.name}`,
          to: tab === 'overview' ? here.to : `${here.to}/${tab}`,
        }))
  const items = all.map(({ name, slug, vault_address: own, to }) => ({
    group: 'Vaults',
    title: name,
    note: `vault on ${slug}, ${shortAccount(own)}`,
    to,
  }))
  return <Palette items={[...tabs, ...props.items, ...items]} close={props.close} />
}
