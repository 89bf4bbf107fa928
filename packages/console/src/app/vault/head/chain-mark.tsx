import { chainOf } from '@vaultwright/registry'
import band from '../../part/band/band.module.css'

/** The chain of a vault: its mark and its name. */
export function ChainMark({ chain }: { readonly chain: string }) {
  const name = chainOf(chain)?.name ?? chain.charAt(0).toUpperCase() + chain.slice(1)
  return (
    <span className={band.chain}>
      <span className={band.mark} data-kind="chain" data-m={name.charAt(0)} aria-hidden="true" />
      {name}
    </span>
  )
}
