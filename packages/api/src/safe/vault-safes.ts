import { BaseError } from '@vaultwright/base'
import { readSafeAccount } from '@vaultwright/chain'
import type { SafeAccountState } from '@vaultwright/safe'
import { VaultNotFoundError, type VaultRef } from '@vaultwright/store'
import type { ApiContext } from '../service/context.ts'
import { SafeUnservedError } from './safe-place.ts'

/** A strategist that is a Safe. */
export type VaultSafe = { readonly name: string; readonly account: SafeAccountState }

/**
 * Finds the strategists of a vault that answer as a Safe does, at the newest block.
 *
 * @throws {VaultNotFoundError} {SafeUnservedError}; what reading the chain throws.
 */
export async function safesOfVault(
  { store, chains }: ApiContext,
  tenantId: string,
  vaultRef: VaultRef,
): Promise<readonly VaultSafe[]> {
  const vault = await store.vaults.describe(tenantId, vaultRef)
  const deployment = vault?.deployments.find(({ chain }) => chain === vaultRef.chain)
  if (deployment === undefined) throw new VaultNotFoundError(vaultRef)
  const access = chains.of(vaultRef.chain)
  if (access === null) throw new SafeUnservedError(vaultRef.chain, 'node')
  const chain = await access.open()
  const block = await chain.readBlock('latest')
  const read = async ({ name, address }: (typeof deployment.strategists)[number]) => {
    const account = await readSafeAccount(chain, address, block).catch(nullOfOther)
    return account === null ? [] : [{ name, account }]
  }
  return (await Promise.all(deployment.strategists.map(read))).flat()
}

/** An account that is no Safe is none; a node that fails is an error. */
function nullOfOther(error: unknown): null {
  if (error instanceof BaseError && error.code === 'not_a_safe') return null
  throw error
}
