import type { ControlContracts } from '@vaultwright/access-control'
import type { Address } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { placeOf } from './local-chain.ts'

/** Names the contracts of a vault of the local chain, without its queue, as its control is read. */
export function controlContractsOf(
  local: Pick<LocalChain, 'manifest'>,
  vaultName: string,
): ControlContracts {
  const named = (name: string) => placeOf(local, name).toLowerCase() as Address
  return {
    vault: named(vaultName),
    manager: named(`${vaultName}: manager`),
    accountant: named(`${vaultName}: accountant`),
    teller: named(`${vaultName}: teller`),
    queue: null,
  }
}
