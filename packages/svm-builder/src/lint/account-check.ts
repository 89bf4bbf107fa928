import {
  associatedTokenAccount,
  type Instruction,
  type SvmAddress,
  token2022Program,
  tokenProgram,
  vaultAddresses,
} from '@vaultwright/svm'
import type { SvmDigestFinding } from './finding.ts'
import { knownCallOf, roleAddresses } from './known-call.ts'
import { type LintContext, withAccount } from './lint-input.ts'

/** The strategist chooses who receives. */
export function checkRecipient(context: LintContext): SvmDigestFinding | null {
  const { call, template, isPinnedAccount, through } = context
  const layout = knownCallOf(call)
  const addresses = roleAddresses(context)
  // Where the program is layout, what it derives by itself from pinned accounts is not free.
  const receivers =
    layout === null
      ? (template?.receivers ?? []).map((index) => ({ index, address: addresses.taker! }))
      : layout.roles.flatMap((role, index) =>
          role === 'taker' || (role === 'outside' && !layout.roles.includes('taker'))
            ? [{ index, address: addresses[role]! }]
            : [],
        )
  for (const { index, address } of receivers) {
    if (isPinnedAccount(index) || call.accounts[index] === undefined) continue
    const worst = through(withAccount(call, index, address))
    if (worst === null) continue
    const name = template?.accountNames[index] ?? `account ${index}`
    return {
      code: 'recipient_free',
      severity: 'error',
      message: `The digest does not pin ${name}, which receives: the strategist can name an account of its own. Add ingest_account ${index}.`,
      facts: { index, name, recipient: address },
      worst,
    }
  }
  return null
}

/** The strategist can stand where the vault is meant: its signature reaches the called program. */
export function checkSigner(context: LintContext): SvmDigestFinding | null {
  const { call, actor, vault, isPinnedAccount, through } = context
  const index = call.accounts.findIndex(
    ({ address }, place) => address === actor && !isPinnedAccount(place),
  )
  if (index < 0) return null
  const asSigner = withAccount(call, index, vault.strategist)
  const holding = (knownCallOf(call)?.roles ?? []).indexOf('holding')
  // A token account belongs to one signer: if the vault's is pinned, the strategist's signature moves nothing.
  if (holding >= 0 && isPinnedAccount(holding)) return null
  const { outside } = roleAddresses(context)
  const worst = through(holding < 0 ? asSigner : withAccount(asSigner, holding, outside!))
  if (worst === null) return null
  return {
    code: 'signer_free',
    severity: 'error',
    message: `The digest does not pin account ${index}, which signs: the strategist can stand there, and what it owns moves. Add ingest_account ${index}.`,
    facts: { index },
    worst,
  }
}

/** Every one of the 256 sub-accounts may act. */
export function checkAnySubAccount(context: LintContext): SvmDigestFinding | null {
  const { call, actor, vault, through } = context
  const subAccount = (vault.subAccount + 1) % 256
  const account = vaultAddresses(vault.program).subAccount(vault.vaultId, subAccount)
  const worst = through(actingAs(call, actor, account), subAccount)
  if (worst === null) return null
  return {
    code: 'any_sub_account',
    severity: 'warning',
    message: `The digest does not pin sub-account ${vault.subAccount}: all 256 may act. Pin the account that signs, or one that belongs to it.`,
    facts: { subAccount: vault.subAccount, other: subAccount },
    worst,
  }
}

/** The call of another sub-account: itself and its associated token accounts are replaced. */
function actingAs(call: Instruction, actor: SvmAddress, other: SvmAddress): Instruction {
  const replaced = new Map([[actor, other]])
  for (const { address: mint } of call.accounts) {
    for (const program of [tokenProgram, token2022Program]) {
      const holding = { mint, tokenProgram: program }
      replaced.set(
        associatedTokenAccount({ ...holding, owner: actor }),
        associatedTokenAccount({ ...holding, owner: other }),
      )
    }
  }
  const accounts = call.accounts.map((account) => ({
    ...account,
    address: replaced.get(account.address) ?? account.address,
  }))
  return { ...call, accounts }
}
