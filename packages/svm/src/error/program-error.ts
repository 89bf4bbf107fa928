import type { SvmAddress } from '../address/address.ts'
import {
  associatedTokenProgram,
  defaultVaultProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../address/known-address.ts'

/** The meaning of a program's error number. */
type ProgramError = {
  readonly name: string
  /** One sentence. */
  readonly message: string
}

type ErrorTable = { readonly [code: number]: readonly [name: string, message: string] }

/**
 * Names a program's error number.
 *
 * A number belongs to the program that failed, which the logs name last: 102 of another program is not the vault's.
 *
 * @param program - the program that failed.
 * @param vaultProgram - default: the published vault program.
 * @returns null when the number is not in the program's table.
 */
export function programErrorOf(
  program: SvmAddress,
  code: number,
  vaultProgram: SvmAddress = defaultVaultProgram,
): ProgramError | null {
  const table = program === vaultProgram ? vaultErrors : tableByProgram.get(program)
  const row = table?.[code]
  return row === undefined ? null : { name: row[0], message: row[1] }
}

/** Own numbers begin with 6000, those of the framework are lower. */
const vaultErrors: ErrorTable = {
  101: ['InstructionFallbackNotFound', 'The program has no instruction with this discriminator.'],
  102: ['InstructionDidNotDeserialize', "The instruction's data cannot be read."],
  2000: ['ConstraintMut', 'An account that is written is not marked writable.'],
  2001: ['ConstraintHasOne', 'An account does not belong to the other one.'],
  2003: ['ConstraintRaw', 'A condition of an account does not hold.'],
  2006: ['ConstraintSeeds', 'An account is not the one that follows from its seeds.'],
  2012: ['ConstraintAddress', 'An account has another address than required.'],
  3001: ['AccountDiscriminatorNotFound', 'An account has no discriminator.'],
  3002: ['AccountDiscriminatorMismatch', 'An account is of another kind.'],
  3003: ['AccountDidNotDeserialize', "An account's data cannot be read."],
  3005: ['AccountNotEnoughKeys', 'The instruction names too few accounts.'],
  3007: ['AccountOwnedByWrongProgram', 'An account belongs to another program.'],
  3008: ['InvalidProgramId', 'A program is not the one that is required.'],
  3010: ['AccountNotSigner', 'An account that must sign does not sign.'],
  3011: ['AccountNotSystemOwned', 'An account does not belong to the system program.'],
  3012: [
    'AccountNotInitialized',
    'An account does not exist: for a digest account, the call is not permitted.',
  ],
  6000: ['SlippageExceeded', 'The result is below the limit that was given.'],
  6004: ['VaultPaused', 'The vault is paused.'],
  6006: ['NotAuthorized', 'The signer is not the one that the vault names.'],
  6008: ['InvalidCpiDigest', 'The call does not have the digest of the digest account.'],
}

const tokenErrors: ErrorTable = {
  0: ['NotRentExempt', 'An account holds too few lamports to stay.'],
  1: ['InsufficientFunds', 'The balance is too low.'],
  2: ['InvalidMint', 'The mint cannot be used.'],
  3: ['MintMismatch', 'The account is of another mint.'],
  4: ['OwnerMismatch', 'The signer does not own the account.'],
  5: ['FixedSupply', 'The supply cannot change.'],
  6: ['AlreadyInUse', 'The account is in use already.'],
  7: ['InvalidNumberOfProvidedSigners', 'The number of signers given is wrong.'],
  8: ['InvalidNumberOfRequiredSigners', 'The number of signers required is wrong.'],
  9: ['UninitializedState', 'The account is not initialised.'],
  10: ['NativeNotSupported', 'The instruction does not take wrapped SOL.'],
  11: ['NonNativeHasBalance', 'The account still holds tokens.'],
  12: ['InvalidInstruction', 'The instruction cannot be read.'],
  13: ['InvalidState', "The account's state does not allow it."],
  14: ['Overflow', 'The amount is beyond 64 bits.'],
  15: ['AuthorityTypeNotSupported', 'The account does not have this authority.'],
  16: ['MintCannotFreeze', 'The mint cannot freeze accounts.'],
  17: ['AccountFrozen', 'The account is frozen.'],
  18: ['MintDecimalsMismatch', 'The mint has other decimals.'],
  19: ['NonNativeNotSupported', 'The instruction takes wrapped SOL only.'],
}

const systemErrors: ErrorTable = {
  0: ['AccountAlreadyInUse', 'The account is in use already.'],
  1: ['ResultWithNegativeLamports', 'The account holds too few lamports.'],
  2: ['InvalidProgramId', 'The program cannot own the account.'],
  3: ['InvalidAccountDataLength', 'The length of the data cannot be used.'],
  4: ['MaxSeedLengthExceeded', 'A seed is too long.'],
  5: ['AddressWithSeedMismatch', 'The address does not follow from its seed.'],
  6: ['NonceNoRecentBlockhashes', 'No blockhash is known to set the nonce to.'],
  7: ['NonceBlockhashNotExpired', 'The nonce cannot be advanced in the same slot again.'],
  8: ['NonceUnexpectedBlockhashValue', 'The nonce is another one.'],
}

const tableByProgram: ReadonlyMap<SvmAddress, ErrorTable> = new Map([
  [tokenProgram, tokenErrors],
  [token2022Program, tokenErrors],
  [systemProgram, systemErrors],
  [
    associatedTokenProgram,
    { 0: ['InvalidOwner', 'The token account belongs to another owner.'] } as ErrorTable,
  ],
])
