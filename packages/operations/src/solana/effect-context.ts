import type { SvmEffectContext } from '@vaultwright/chain'
import {
  decodeMint,
  decodeTokenAccount,
  decodeVaultState,
  nativeMint,
  type SvmAccount,
  type SvmAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  UnknownLayoutError,
  vaultAddresses,
} from '@vaultwright/svm'
import type { SvmBuilt, SvmDefinition, SvmSnapshot } from '@vaultwright/svm-builder'
import { feeOf } from './fee.ts'

/** The context of measuring a built transaction's effect: accounts of the vault, names and decimals. */
export function effectContextOf(
  built: SvmBuilt,
  definition: SvmDefinition,
  snapshot: SvmSnapshot,
): SvmEffectContext {
  const { program, tokens } = definition
  return {
    subAccounts: subAccountsOf(definition, snapshot),
    strategist: built.feePayer,
    programs: [program, ...built.templatePrograms],
    tokens: namedTokens(built, definition, snapshot),
    created: built.created,
    feeLamports: feeOf(built),
    decimalsOf: (mint) =>
      tokens.find((token) => token.mint === mint)?.decimals ?? decimalsAt(snapshot, mint),
    symbolOf: (mint) => tokens.find((token) => token.mint === mint)?.symbol ?? null,
  }
}

/** The sub-accounts that the definition or the vault's state names: a move between them is not a transfer. */
export function subAccountsOf(
  { program, vaultId, vault, permissions }: SvmDefinition,
  { accounts }: SvmSnapshot,
): readonly SvmAddress[] {
  const { subAccount } = vaultAddresses(program)
  const account = accounts.get(vault) ?? null
  const state = account === null ? null : decodeVaultState(account, program)
  const standard = state === null ? [] : [state.depositSubAccount, state.withdrawSubAccount]
  const indices = new Set([...permissions.flatMap((entry) => entry.subAccounts), ...standard])
  return [...indices].map((index) => subAccount(vaultId, index))
}

/** The tokens of the calls: mints that they name, and mints of token accounts that they name. */
function namedTokens(
  { actions }: SvmBuilt,
  { tokens }: SvmDefinition,
  { accounts }: SvmSnapshot,
): readonly SvmAddress[] {
  const calls = actions.flatMap((action) => action.calls)
  const addresses = new Set(calls.flatMap((call) => call.accounts.map(({ address }) => address)))
  const mints = tokens.map(({ mint }) => mint).filter((mint) => addresses.has(mint))
  const held = [...addresses].flatMap((address) => {
    const account = accounts.get(address) ?? null
    return account === null ? [] : mintOf(account)
  })
  const moved = new Set([...mints, ...held])
  const isSol = calls.some(({ program }) => program === systemProgram) || moved.has(nativeMint)
  return [...moved, ...(isSol ? [systemProgram] : [])]
}

/** Token programs own mints and multisigs, too: those hold nothing. */
function mintOf(account: SvmAccount): readonly SvmAddress[] {
  if (account.owner !== tokenProgram && account.owner !== token2022Program) return []
  try {
    return [decodeTokenAccount(account).mint]
  } catch (error) {
    if (error instanceof UnknownLayoutError) return []
    throw error
  }
}

function decimalsAt({ accounts }: SvmSnapshot, mint: SvmAddress): number | null {
  const account = accounts.get(mint) ?? null
  return account === null ? null : decodeMint(account).decimals
}
