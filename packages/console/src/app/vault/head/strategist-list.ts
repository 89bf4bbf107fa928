import type { VaultDetail } from '@vaultwright/wire'

/** A strategist of a vault on one chain. */
export type ListedStrategist = VaultDetail['deployments'][number]['strategists'][number]

/** The strategists of a vault on a chain. */
export function strategistsOn(vault: VaultDetail, chain: string): readonly ListedStrategist[] {
  return vault.deployments
    .filter((deployment) => deployment.chain === chain)
    .flatMap(({ strategists }) => strategists)
}
