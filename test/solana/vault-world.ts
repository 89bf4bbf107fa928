import { readFileSync } from 'node:fs'
import {
  parseSvmDefinition,
  permissionsOf,
  type SvmDefinition,
  type SvmPermission,
} from '@vaultwright/svm-builder'
import { openSolanaWorld, type SolanaWorld, type WorldOptions } from './world.ts'

const definitionFile = new URL('../../fixtures/solana/solana-usd.yaml', import.meta.url)

/** The definition of the world's vault, as it is committed. */
export const solanaUsdText = readFileSync(definitionFile, 'utf8')
export const solanaUsd: SvmDefinition = parseSvmDefinition(solanaUsdText)

/** Opens the world with every permission of its definition, apart from those that are left out. */
export async function openVaultWorld(
  options: WorldOptions = {},
  isPermitted: (permission: SvmPermission) => boolean = isCreated,
): Promise<SolanaWorld> {
  const world = await openSolanaWorld(options)
  for (const permission of permissionsOf(solanaUsd).filter(isPermitted)) {
    const { operators, digest, digestAddress } = permission
    // A digest may stand for several permissions.
    if (world.account(digestAddress) === null) await world.permit(operators, digest)
  }
  return world
}

/** The definition wants payments to payroll, which the authority has not yet permitted. */
function isCreated({ texts }: SvmPermission): boolean {
  const payroll = solanaUsd.accounts.find(({ name }) => name === 'payroll')!
  return !Object.values(texts).includes(payroll.address)
}
