import type { SvmAddress } from '@vaultwright/svm'
import { buildReads, SvmAccountsNotReadError } from '@vaultwright/svm-builder'
import type { SvmExecuteMultipleResponse } from '@vaultwright/wire'
import { checkSvmBuilt, type SvmBuiltCheck, type SvmTransactionRequest } from './check-svm-built.ts'
import { readVault } from './read-vault.ts'

/**
 * Reads the accounts that decide, at one slot, and verifies what the service built.
 *
 * @param ask - text of the accounts of a vault, those of its definition and others by address.
 */
export async function checkSvmAnswer(
  answer: SvmExecuteMultipleResponse,
  asked: SvmTransactionRequest & { readonly vault: string },
  ask: (vault: string, others?: readonly string[]) => Promise<string>,
): Promise<SvmBuiltCheck> {
  const { vault, strategist, options } = asked
  const { definition } = readVault(await ask(vault))
  const reads = buildReads(definition, asked.actions, {
    strategist: strategist as SvmAddress,
    nonceAccount: (options.nonce_account ?? null) as SvmAddress | null,
    lookupTables: (options.lookup_tables ?? definition.lookupTables) as readonly SvmAddress[],
  })
  try {
    return checkSvmBuilt(answer, asked, readVault(await ask(vault, reads)))
  } catch (error) {
    if (!(error instanceof SvmAccountsNotReadError)) throw error
    const all = [...new Set([...error.addresses, ...reads])]
    return checkSvmBuilt(answer, asked, readVault(await ask(vault, all)))
  }
}
