import { type SvmVault, VaultNotFoundError } from '@vaultwright/store'
import { decodeVaultReading, parseKeptAccounts } from '@vaultwright/svm'
import { parseSvmDefinition, SvmDefinitionError } from '@vaultwright/svm-builder'
import type { VaultDetail } from '@vaultwright/wire'
import { solana, type VaultPath } from '../request/vault-path.ts'
import type { ApiContext } from '../service/context.ts'
import { findSvmVaultPath } from './vault-path.ts'

/**
 * Finds a Solana vault of a tenant.
 *
 * @throws {VaultNotFoundError} when there is none, or when it is another tenant's.
 */
export async function findSvmVault(
  { store }: Pick<ApiContext, 'store'>,
  tenantId: string,
  path: VaultPath,
): Promise<SvmVault> {
  const vaultRef = findSvmVaultPath(path)
  const vault = await store.svmVaults.find(tenantId, vaultRef)
  if (vault === null) throw new VaultNotFoundError({ chain: solana, vault: vaultRef.vault })
  return vault
}

/** Reads who may act for a Solana vault, as the state had it when it was read last. */
export async function readSvmStrategists(
  { store }: Pick<ApiContext, 'store'>,
  { tenantId, address, program }: SvmVault,
): Promise<VaultDetail['deployments'][number]['strategists']> {
  const reading = await store.svmReadings.latest(tenantId, { vault: address })
  if (reading === null) return []
  const { state } = decodeVaultReading(parseKeptAccounts(reading.body), { vault: address, program })
  return [{ name: 'strategist', address: state.strategist }]
}

/** Names a mint as the vault's definition does; by its address when the definition does not name it. */
export function svmTokenNameOf({ definition }: SvmVault, mint: string): string {
  try {
    return (
      parseSvmDefinition(definition).tokens.find((token) => token.mint === mint)?.symbol ?? mint
    )
  } catch (error) {
    // What another version took stays readable.
    if (error instanceof SvmDefinitionError) return mint
    throw error
  }
}
