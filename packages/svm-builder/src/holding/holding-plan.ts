import { readerOf } from '@vaultwright/document'
import {
  associatedTokenAccount,
  KeptAccountsError,
  parseKeptAccounts,
  parseSvmAddress,
  type SvmAddress,
  tokenProgram,
  vaultAddresses,
} from '@vaultwright/svm'
import { type SvmReadPlan, svmReadPlanSchema } from '@vaultwright/valuation'
import { svmTemplateOf } from '../catalogue/catalogue.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { isSvmToken, resolveValue } from '../definition/resolve.ts'
import { jupiterReceiptOf } from '../template/jupiter-lend/market.ts'

/** The holdings to look for, before the node listed any. */
export type SvmHoldingPlan = Omit<SvmReadPlan, 'quotes' | 'failures'>

/** The part of a vault's state that says where its holdings are. */
export type HoldingState = {
  readonly depositSubAccount: number
  readonly withdrawSubAccount: number
  readonly baseAsset: SvmAddress
}

/**
 * Lists what is looked for: the sub-accounts that the state and the definition name, the token accounts that follow from
 * them and its tokens, its Kamino markets and stake pools.
 */
export function holdingPlanOf(definition: SvmDefinition, state: HoldingState): SvmHoldingPlan {
  const { tokens, permissions, program, vaultId } = definition
  const entrySubAccounts = permissions.flatMap((entry) => entry.subAccounts)
  const subAccounts = unique([
    state.depositSubAccount,
    state.withdrawSubAccount,
    ...entrySubAccounts,
  ])
  const owners = subAccounts.map((number) => vaultAddresses(program).subAccount(vaultId, number))
  const kinds = tokens.flatMap(({ mint, program: tokenProgramOf }) => [
    { mint, tokenProgram: tokenProgramOf },
    { mint: jupiterReceiptOf(mint).receiptMint, tokenProgram },
  ])
  const accounts = owners.flatMap((owner) =>
    kinds.map((kind) => associatedTokenAccount({ owner, ...kind })),
  )
  return {
    subAccounts: subAccounts.toSorted((one, other) => one - other),
    tokens: tokens.map(({ mint, symbol, decimals }) => ({ address: mint, symbol, decimals })),
    tokenAccounts: unique(accounts).toSorted(),
    kaminoMarkets: accountsNamed(definition, 'market'),
    stakePools: accountsNamed(definition, 'stake_pool'),
  }
}

/** Adds token accounts that a node listed. */
export function withTokenAccounts(
  scope: SvmHoldingPlan,
  listed: readonly SvmAddress[],
): SvmHoldingPlan {
  return { ...scope, tokenAccounts: unique([...scope.tokenAccounts, ...listed]).toSorted() }
}

const readScope = readerOf(svmReadPlanSchema)

/** The parts of a scope as they are used: each address once. */
export type HoldingReadPlan = Omit<
  SvmReadPlan,
  'tokenAccounts' | 'kaminoMarkets' | 'stakePools'
> & {
  readonly tokenAccounts: readonly SvmAddress[]
  readonly kaminoMarkets: readonly SvmAddress[]
  readonly stakePools: readonly SvmAddress[]
  /** Tokens that may be lent to Jupiter. */
  readonly lent: readonly SvmAddress[]
}

/**
 * Reads the scope that was kept with accounts.
 *
 * @throws {KeptAccountsError} when it is anything else.
 */
export function parseHoldingPlan(scopeJson: unknown): HoldingReadPlan {
  const result = readScope(scopeJson)
  if (!result.ok) throw new KeptAccountsError('what holdings were looked for is not in it')
  const { tokenAccounts, kaminoMarkets, stakePools, subAccounts, ...scope } = result.value
  const addresses = (texts: readonly string[]) => unique(texts).map(parseSvmAddress)
  return {
    ...scope,
    subAccounts: unique(subAccounts),
    tokenAccounts: addresses(tokenAccounts),
    kaminoMarkets: addresses(kaminoMarkets),
    stakePools: addresses(stakePools),
    lent: addresses(scope.tokens.map(({ address }) => address)),
  }
}

/**
 * Reads which digests a kept reading says to exist.
 *
 * @param body - the text of the reading.
 * @returns null for one that did not look at them.
 * @throws {KeptAccountsError} when it is not a reading.
 */
export function digestsIn(body: string): NonNullable<SvmReadPlan['digests']> | null {
  const { scope } = parseKeptAccounts(body)
  return scope === undefined ? null : (parseHoldingPlan(scope).digests ?? null)
}

/** Accounts that entries of a definition name by a parameter. */
function accountsNamed(definition: SvmDefinition, name: string): SvmAddress[] {
  const addresses = definition.permissions.flatMap(({ route, subAccounts, values }) => {
    const parameter = svmTemplateOf(route)?.parameters[name]
    if (parameter === undefined) return []
    return (values[name] ?? []).flatMap((text) => {
      const value = resolveValue(definition, parameter, { text, subAccount: subAccounts[0] ?? 0 })
      return value.ok && !isSvmToken(value.value) ? [value.value] : []
    })
  })
  return unique(addresses).toSorted()
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
