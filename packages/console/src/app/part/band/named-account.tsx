import type { Address } from '@vaultwright/base'
import { type NameLookup, printName } from '@vaultwright/registry'
import { Provenance } from './provenance.tsx'
import { shortAccount } from './sentence.tsx'

/** An account by the name of the address book with its mark and the short address; without a name by the address. */
export function NamedAccount(props: { readonly address: string; readonly names: NameLookup }) {
  const { address, names } = props
  const name = names(address as Address)
  if (name?.source !== 'address book') return <span title={address}>{shortAccount(address)}</span>
  return (
    <span title={address}>
      {printName(name)}
      <Provenance source="address book" /> {shortAccount(address)}
    </span>
  )
}
