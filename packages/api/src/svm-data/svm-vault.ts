import { type SvmVault, VaultNotFoundError } from '@vaultwright/store'
import { decodeVaultReading, parseKeptAccounts } from '@vaultwright/svm'
import { parseSvmDefinition, SvmDefinitionError } from '@vaultwright/svm-builder'
import type { DeploymentInput, VaultInput } from '@vaultwright/wire'
import { findSvmVaultPath } from '../request/svm-vault-path.ts'
import { solana, type VaultPath } from '../request/vault-path.ts'
import type { ApiContext } from '../service/context.ts'

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

/**
 * Says of a Solana vault what the interface shows of every vault. The program stands where a chain of the EVM has the
 * Manager; accountant and teller are part of the state, so they are null.
 *
 * @param strategists - as the state names them; none when it is not asked for.
 */
export function svmVaultInputOf(
  { address, name, status, program, vaultId }: SvmVault,
  strategists: DeploymentInput['strategists'] = [],
): VaultInput {
  const none = { accountant: null, teller: null, deployedAtUnix: null }
  const deployment = { chain: solana, manager: program, ...none, strategists, vaultId }
  return { address, name, status, deployedAtUnix: null, deployments: [deployment] }
}

/** Reads who may act for a Solana vault, as the state had it when it was read last. */
export async function readSvmStrategists(
  { store }: Pick<ApiContext, 'store'>,
  { tenantId, address, program }: SvmVault,
): Promise<DeploymentInput['strategists']> {
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
