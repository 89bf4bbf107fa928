import type { Address } from '@vaultwright/base'
import { chainOf, printName } from '@vaultwright/registry'
import { Provenance } from '../../part/band/provenance.tsx'
import { useBookNames } from './use-book.ts'

/** The name that the tenant's address book has for an account that no definition names. */
export function BookName(props: { readonly address: string; readonly chain: string }) {
  const { address, chain } = props
  const name = useBookNames(chainOf(chain)?.id ?? null)(address as Address)
  if (name === null) return 'Not named by the definition'
  return (
    <>
      {printName(name)}
      <Provenance source="address book" />
    </>
  )
}
