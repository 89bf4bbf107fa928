import { parseSvmAddress, type SvmAddress } from './address.ts'

/** Moves lamports and creates accounts; its text is also the address whose bytes are all zero. */
export const systemProgram = parseSvmAddress('11111111111111111111111111111111')
/** The first token program. */
export const tokenProgram = parseSvmAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
/** The token program with extensions. */
export const token2022Program = parseSvmAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
/** Creates the token account that follows from an owner and a mint. */
export const associatedTokenProgram = parseSvmAddress(
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
)
/** Takes a transaction's limit and price of compute units. */
export const computeBudgetProgram = parseSvmAddress('ComputeBudget111111111111111111111111111111')
/** Owns address lookup tables. */
export const lookupTableProgram = parseSvmAddress('AddressLookupTab1e1111111111111111111111111')
/** Says what an account must hold to stay. */
export const rentSysvar = parseSvmAddress('SysvarRent111111111111111111111111111111111')
/** Shows a program the other instructions of its transaction. */
export const instructionsSysvar = parseSvmAddress('Sysvar1nstructions1111111111111111111111111')
/** Must be named where a nonce is advanced. */
export const recentBlockhashesSysvar = parseSvmAddress(
  'SysvarRecentB1ockHashes11111111111111111111',
)
/** Slot and time. */
export const clockSysvar = parseSvmAddress('SysvarC1ock11111111111111111111111111111111')
/** The mint of wrapped SOL. */
export const nativeMint = parseSvmAddress('So11111111111111111111111111111111111111112')
/** The vault program that a definition means if it names none. */
export const defaultVaultProgram = parseSvmAddress('5ZRnXG4GsUMLaN7w2DtJV1cgLgcXHmuHCmJ2MxoorWCE')
/** Owns programs that can be replaced. */
export const upgradeableLoader = parseSvmAddress('BPFLoaderUpgradeab1e11111111111111111111111')
/** The hash of Solana mainnet's first block. */
export const mainnetGenesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/**
 * Programs and sysvars that the runtime never shows writable, whatever a transaction asks.
 *
 * Source: checked one by one on an emulated validator.
 */
const reserved: ReadonlySet<string> = new Set([
  systemProgram,
  computeBudgetProgram,
  lookupTableProgram,
  rentSysvar,
  instructionsSysvar,
  recentBlockhashesSysvar,
  clockSysvar,
  upgradeableLoader,
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'StakeConfig11111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'ZkTokenProof1111111111111111111111111111111',
  'ZkE1Gama1Proof11111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
  'SysvarS1otHistory11111111111111111111111111',
  'SysvarStakeHistory1111111111111111111111111',
  'SysvarEpochSchedu1e111111111111111111111111',
  'SysvarEpochRewards1111111111111111111111111',
  'SysvarLastRestartS1ot1111111111111111111111',
  'SysvarFees111111111111111111111111111111111',
  'SysvarRewards111111111111111111111111111111',
])

/** Tells whether the runtime shows an address readonly whatever a transaction asks. */
export function isReservedAddress(address: SvmAddress): boolean {
  return reserved.has(address)
}
