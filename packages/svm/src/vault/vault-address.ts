import { type SvmAddress, svmBytesOf } from '../address/address.ts'
import { deriveAddress } from '../address/derive.ts'
import { defaultVaultProgram } from '../address/known-address.ts'
import { littleBytesOf } from '../bytes/little-writer.ts'

/** The addresses that follow from a vault program. */
type SvmVaultAddresses = {
  readonly program: SvmAddress
  readonly config: SvmAddress
  /** The vault itself: its state. */
  readonly state: (vaultId: bigint) => SvmAddress
  /** The account that holds the funds and signs inner calls · n: 0 to 255. */
  readonly subAccount: (vaultId: bigint, n: number) => SvmAddress
  readonly shareMint: (state: SvmAddress) => SvmAddress
  readonly assetData: (state: SvmAddress, mint: SvmAddress) => SvmAddress
  /** The account whose existence is a permission · digest: 32 bytes. */
  readonly cpiDigest: (vaultId: bigint, digest: Uint8Array) => SvmAddress
}

/**
 * Gives the addresses of a vault program's accounts. Each is derived when it is asked for.
 *
 * @param program - default: the published vault program.
 */
export function vaultAddresses(program: SvmAddress = defaultVaultProgram): SvmVaultAddresses {
  const derive = (...seeds: Uint8Array[]) => deriveAddress(program, seeds).address
  return {
    program,
    get config() {
      return derive(configSeed)
    },
    state: (vaultId) => derive(stateSeed, littleBytesOf(vaultId, 64)),
    subAccount: (vaultId, n) =>
      derive(subAccountSeed, littleBytesOf(vaultId, 64), littleBytesOf(BigInt(n), 8)),
    shareMint: (state) => derive(shareMintSeed, svmBytesOf(state)),
    assetData: (state, mint) => derive(assetDataSeed, svmBytesOf(state), svmBytesOf(mint)),
    cpiDigest: (vaultId, digest) => derive(digestSeed, littleBytesOf(vaultId, 64), digest),
  }
}

const text = new TextEncoder()
const configSeed = text.encode('config')
const stateSeed = text.encode('boring-vault-state')
const subAccountSeed = text.encode('boring-vault')
const shareMintSeed = text.encode('share-token')
const assetDataSeed = text.encode('asset-data')
const digestSeed = text.encode('cpi-digest')
