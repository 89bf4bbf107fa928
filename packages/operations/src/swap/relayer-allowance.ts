import type { Address } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { joinReadings, type KnownFacts, type Reading, readAmount } from '@vaultwright/protocols'
import { contractsOf } from '@vaultwright/registry'
import type { SwapMarket } from '@vaultwright/swap'

/** The allowance of an ERC-20 token. */
export const allowanceCall = 'allowance(address,address)'
const relayerCall = 'vaultRelayer()'

type SoldToken = {
  readonly chainId: number
  readonly vault: Address
  readonly token: Address
  readonly knownFacts: KnownFacts
}

/**
 * Tells whether some relayer may pull a token of the vault: no order of it can be filled otherwise.
 *
 * Relayers are those of the settlements that the tree signs orders for, and the one on record.
 *
 * @returns true also where a settlement or the token does not answer.
 */
export function* readPullable(
  { permissions }: SwapMarket,
  { chainId, vault, token, knownFacts }: SoldToken,
): Reading<boolean> {
  const bound = permissions
    .filter(({ action }) => action.protocol === 'cow')
    .map(({ binding }) => binding.settlement as Address)
  const settlements = [...new Set(bound)]
  const factOf = (account: Address) => knownFacts.factOf(account, relayerCall) as Address | null
  const words = yield* joinReadings(
    settlements
      .filter((account) => factOf(account) === null)
      .map((to) => readAmount({ to, call: relayerCall, arguments: [] })),
  )
  const listed = contractsOf(chainId)
    .filter(({ protocol, role }) => protocol === 'cow' && role === 'vault_relayer')
    .map(({ address }) => address)
  const relayers = new Set<Address>([
    ...settlements.flatMap((account) => factOf(account) ?? []),
    ...words.flatMap((word) => (word === null ? [] : accountOf(word))),
    ...listed,
  ])
  const allowances = yield* joinReadings(
    [...relayers].map((relayer) =>
      readAmount({ to: token, call: allowanceCall, arguments: [vault, relayer] }),
    ),
  )
  return words.includes(null) || allowances.some((allowance) => allowance !== 0n)
}

function accountOf(word: bigint): Address {
  return checksumOf(`0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`)
}
