import type { Address } from '@vaultwright/base'
import { chainOf, type NameLookup, printName } from '@vaultwright/registry'
import styles from './band.module.css'
import { Provenance } from './provenance.tsx'
import { shortAccount } from './sentence.tsx'

/** On which chain, and from which vault. */
export function PlaceMeta(props: {
  readonly chainId: number | null
  readonly vault: Address | null
  readonly names: NameLookup
  /** As a service calls the vault; null where it does not. */
  readonly vaultName?: string | null
}) {
  const { chainId, vault, names, vaultName = null } = props
  const name = chainId === null ? 'Chain not known' : (chainOf(chainId)?.name ?? `Chain ${chainId}`)
  const vaultLabel = vault === null ? null : names(vault)
  const isNamed = vaultLabel?.source === 'registry' || vaultLabel?.source === 'address book'
  return (
    <>
      <span className={styles.chain}>
        <span
          className={styles.mark}
          data-kind="chain"
          data-m={name.slice(0, 1)}
          aria-hidden="true"
        />
        {name}
      </span>
      {vault === null ? (
        <span>vault not known</span>
      ) : (
        <span>
          from the vault{' '}
          <b title={vault}>
            {isNamed ? printName(vaultLabel) : (vaultName ?? shortAccount(vault))}
          </b>
          <Provenance
            source={isNamed ? vaultLabel.source : vaultName === null ? null : 'service'}
          />
        </span>
      )}
    </>
  )
}
